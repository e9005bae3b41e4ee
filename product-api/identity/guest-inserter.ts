import { DurableObject } from 'cloudflare:workers'
import type { ApiEnv } from '../env.ts'
import { groupedGuests, type InsertAnswer, type NewGuest } from './guest-inserts.ts'

/** Inserts a sixteenth of the guests (guest-inserts.ts), as a Durable Object that stores nothing of
 *  its own. */
export class GuestInserter extends DurableObject<ApiEnv['Bindings']> {
  readonly #guests = groupedGuests(() => this.env.DB)

  async insert(guest: NewGuest): Promise<InsertAnswer> {
    try {
      await this.#guests.add(guest)
      return { error: null }
    } catch (error) {
      return { error: String(error) }
    }
  }
}
