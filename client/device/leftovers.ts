import { openJournal } from './attempt-journal.ts'
import { attemptsInStore } from './kept-events.ts'
import type { Ports } from './ports.ts'
import { realPorts } from './real-ports.ts'
import { attemptsInSecondCopy } from './second-copy.ts'

const mostAtOnce = 10

/** Delivers what is left on this device of other attempts: answers that never went out, submissions that waited for a network, copies of
 *  what the server has already. For a quiet moment of any page; costs a request for each attempt that is left.
 *  Errors: none; what cannot be delivered stays. */
export async function deliverLeftovers(
  except: string | null = null,
  ports: Ports = realPorts(),
): Promise<void> {
  const notes = await attemptsInStore(ports).catch(() => new Map<string, null>())
  const attempts = new Set([...notes.keys(), ...attemptsInSecondCopy(ports.secondCopy)])
  for (const id of [...attempts].filter((one) => one !== except).slice(0, mostAtOnce)) {
    const journal = await openJournal(
      {
        id,
        carryKey: '',
        mode: 'exam',
        endsAtMs: notes.get(id)?.endsAtMs ?? null,
        serverNowMs: 0,
        questions: [],
      },
      // Nothing is known of this attempt but what was kept.
      { ...ports, page: { isKept: true, ageMs: () => 0, listen: () => () => undefined } },
    )
    await journal.flush()
    journal.close()
  }
}
