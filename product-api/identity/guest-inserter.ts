import { DurableObject } from 'cloudflare:workers'
import type { ApiEnv } from '../env.ts'
import { groupedGuests, type NewGuest } from './guest-inserts.ts'

/** Inserts a sixteenth of the guests (guest-inserts.ts), as a Durable Object that stores nothing of
 *  its own. */
export class GuestInserter extends DurableObject<ApiEnv['Bindings']> {
  readonly #guests = groupedGuests(() => this.env.DB)

  insert(guest: NewGuest): Promise<void> {
    return this.#guests.add(guest)
  }
}
