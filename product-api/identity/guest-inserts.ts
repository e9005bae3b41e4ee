import type { Database } from '../database.ts'
import { Grouped } from '../grouped.ts'
import type { GuestNamespace } from '../object-bindings.ts'

export type NewGuest = { id: string; createdAt: string; expiresAt: string }

/** What the Worker asks of an object that inserts guests (guest-inserter.ts). */
export type GuestInserterStub = { insert(guest: NewGuest): Promise<InsertAnswer> }

/** What an object answers. `error`: the database's, of the write for all. */
export type InsertAnswer = { error: string | null }

/** How many objects share the guests. Each writes four times a second at most. */
export const inserterCount = 16
/** From the end of one write of an object for several guests to the next. */
const pauseMs = 250

/** Inserts a guest: by one of the objects, together with others of the same moment, so that those
 *  who begin in the minute of an exam do not ask for the database's one writer one by one. Without
 *  objects, or where one fails, alone; not where the database fails, which all of them would then
 *  ask at once. Errors: those of the database. Cost: one row, one request to an object; nobody
 *  waits where nobody else begins, and a quarter of a second and two writes where many do. */
export async function insertGuest(
  { DB, GUESTS }: { DB: Database; GUESTS?: GuestNamespace },
  guest: NewGuest,
): Promise<void> {
  if (!GUESTS) return insertGuests(DB, [guest])
  const answer = await askInserter(GUESTS, guest)
  if (answer === null) return insertGuests(DB, [guest])
  if (answer.error !== null) throw new Error(answer.error)
}

/** null: the object fails. */
async function askInserter(guests: GuestNamespace, guest: NewGuest): Promise<InsertAnswer | null> {
  try {
    return await inserterOf(guests, guest).insert(guest)
  } catch (error) {
    console.error(JSON.stringify({ at: 'guests', error: String(error) }))
    return null
  }
}

/** Ids are random, so their first letters are, too. */
const inserterOf = (guests: GuestNamespace, { id }: NewGuest) =>
  guests.get(guests.idFromName(`inserter ${id.charCodeAt(0) % inserterCount}`) as never, {
    locationHint: 'apac',
  }) as GuestInserterStub

/** Inserts guests, each once. Cost: one statement. */
export async function insertGuests(db: Database, guests: readonly NewGuest[]): Promise<void> {
  await db
    .prepare(
      `INSERT INTO guests (id, created_at, expires_at)
       SELECT value ->> 'id', value ->> 'createdAt', value ->> 'expiresAt' FROM json_each(?)
       WHERE true ON CONFLICT (id) DO NOTHING`,
    )
    .bind(JSON.stringify(guests))
    .run()
}

/** Inserts guests of the same moment together. */
export const groupedGuests = (db: () => Database) =>
  new Grouped<NewGuest, void>((guests) => insertGuests(db(), guests), pauseMs)
