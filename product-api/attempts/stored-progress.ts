import type { JournalProgress } from '../../domain/attempt/journal-progress.ts'
import { emptyProgress } from '../../domain/attempt/journal-progress.ts'
import { eventKinds } from '../../domain/attempt/journal.ts'
import type { ReceivedEvent } from '../../domain/attempt/replaced-answers.ts'
import { locales, type Locale } from '../../domain/locale.ts'

/** What an attempt keeps of its journal, so that a delivery need not read it. writers: the greatest
 *  stored tick of each: an entry with a greater one is new. count: of all entries. unreadable: of
 *  those without an id of their own. segmentN: the number of the last entry in a segment.
 *  keysShown: the questions whose key was shown. */
export type StoredProgress = {
  progress: JournalProgress
  writers: Map<string, number>
  count: number
  unreadable: number
  segmentN: number
  keysShown: Set<string>
}

export const emptyStoredProgress = (): StoredProgress => ({
  ...{ progress: emptyProgress(), writers: new Map() },
  ...{ count: 0, unreadable: 0, segmentN: 0, keysShown: new Set() },
})

const flagNames = ['isVisited', 'isMarked', 'isRevealed'] as const

/** Encodes a progress as JSON: about 50 bytes a question. Texts that occur often, and questions,
 *  are stored by index; times by their distance from the latest. */
export function encodeProgress(stored: StoredProgress, questions: readonly string[]): string {
  const { progress, writers, count, unreadable, segmentN, keysShown } = stored
  const { latestAt } = progress
  const names = [...writers.keys()]
  const devices = [...progress.devices.keys()]
  const indexOf = (id: string) => {
    const index = questions.indexOf(id)
    return index < 0 ? id : index
  }
  const ago = (at: number) => latestAt - at
  const numberOf = (locale: Locale | null) => (locale === null ? null : locales.indexOf(locale))
  return JSON.stringify({
    writers: [...writers].map(([writer, tick]) => {
      const last = progress.writers.get(writer)
      return last ? [writer, tick, ago(last.at), last.tick] : [writer, tick]
    }),
    devices: devices.map((device) => {
      const { at, tick, writer } = progress.devices.get(device)!
      return [device, ago(at), tick, names.indexOf(writer)]
    }),
    questions: [...progress.questions].map(([id, { state, last, answers }]) => [
      indexOf(id),
      flagNames.reduce((flags, name, bit) => flags + (state[name] ? 1 << bit : 0), 0),
      ...[state.chosen, state.saved, state.unsaved, state.spentMs, numberOf(state.locale)],
      ...[ago(last.at), last.tick, names.indexOf(last.writer)],
      answers.map(({ writer, tick, kind, option, n, seen, at, device, locale, spentMs }) => [
        ...[names.indexOf(writer), tick, eventKinds.indexOf(kind), option, n, seen ?? null],
        ...[ago(at), devices.indexOf(device ?? ''), numberOf(locale), spentMs],
      ]),
    ]),
    ...{ isSubmitted: progress.isSubmitted, lastTick: progress.lastTick, latestAt },
    ...{ count, unreadable, segmentN, keysShown: [...keysShown].map(indexOf) },
  })
}

type Index = number | string
type EncodedAnswer = [
  ...[writer: number, tick: number, kind: number, option: number | null, n: number],
  ...[seen: number | null, ago: number, device: number, locale: number | null, spentMs: number],
]
type EncodedQuestion = [
  ...[id: Index, flags: number, chosen: number | null, saved: number | null],
  ...[unsaved: number | null, spentMs: number, locale: number | null],
  ...[ago: number, tick: number, writer: number, answers: EncodedAnswer[]],
]
/** `ago` and `lastTick` of the last event that counts; absent where none counts, and in what was
 *  encoded before they were. */
type EncodedWriter = [writer: string, greatestTick: number, ago?: number, lastTick?: number]
type Encoded = {
  writers: EncodedWriter[]
  devices: [string, number, number, number][]
  questions: EncodedQuestion[]
  keysShown: Index[]
} & Pick<JournalProgress, 'isSubmitted' | 'lastTick' | 'latestAt'> &
  Pick<StoredProgress, 'count' | 'unreadable' | 'segmentN'>

/** Decodes what `encodeProgress` returns; null is an empty journal's. */
export function decodeProgress(text: string | null, questions: readonly string[]): StoredProgress {
  if (text === null) return emptyStoredProgress()
  const { writers, devices, keysShown, ...encoded } = JSON.parse(text) as Encoded
  const { latestAt, isSubmitted, lastTick, count, unreadable, segmentN } = encoded
  const idOf = (index: Index) => (typeof index === 'string' ? index : (questions[index] ?? ''))
  const placeOf = (ago: number, tick: number, writer: number) => ({
    ...{ at: latestAt - ago, tick, writer: writers[writer]?.[0] ?? '' },
  })
  const localeOf = (index: number | null) => locales[index ?? -1] ?? null
  return {
    progress: {
      devices: new Map(devices.map(([device, ...place]) => [device, placeOf(...place)])),
      questions: new Map(
        encoded.questions.map(
          ([id, flags, chosen, saved, unsaved, spentMs, locale, ago, tick, writer, answers]) => [
            idOf(id),
            {
              state: {
                ...{ isVisited: (flags & 1) > 0, isMarked: (flags & 2) > 0 },
                ...{ isRevealed: (flags & 4) > 0, chosen, saved, unsaved, spentMs },
                locale: localeOf(locale),
              },
              last: placeOf(ago, tick, writer),
              answers: answers.map((answer) => answerOf(idOf(id), answer)),
            },
          ],
        ),
      ),
      writers: new Map(
        writers.flatMap(([writer, , ago, tick]) =>
          ago === undefined || tick === undefined
            ? []
            : [[writer, { at: latestAt - ago, tick, writer }] as const],
        ),
      ),
      ...{ isSubmitted, lastTick, latestAt },
    },
    writers: new Map(writers.map(([writer, tick]) => [writer, tick])),
    ...{ count, unreadable, segmentN, keysShown: new Set(keysShown.map(idOf)) },
  }

  function answerOf(question: string, encoded: EncodedAnswer): ReceivedEvent {
    const [writer, tick, kind, option, n, seen, ago, device, locale, spentMs] = encoded
    return {
      ...placeOf(ago, tick, writer),
      ...{ kind: eventKinds[kind] ?? 'visit', question, option, n, seen, spentMs },
      ...{ device: devices[device]?.[0] || null, locale: localeOf(locale) },
    }
  }
}
