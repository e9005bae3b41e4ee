// What a device did in an attempt as a short text that a person can copy, type or scan, when the
// device has no network. Version 2 carries the device's own events; version 1, which pages of
// before November 2026 still show, carried answers without saying whose they were.

import { compareEvents, setsAnswer, type JournalEvent } from './journal.ts'
import { letters, readLetters, writeLetters, type RescueCodeError } from './rescue-letters.ts'
import {
  adaptiveModel,
  messageReader,
  messageWriter,
  numberModel,
  oneOf,
  type MessageReader,
  type MessageWriter,
  type Piece,
} from './rescue-message.ts'

export type { RescueCodeError } from './rescue-letters.ts'

/** An event of the device in a rescue code. index: the question's place in the paper, from 0.
 *  atMs: as the event's `at`, in steps of 10 seconds. */
export type RescuedEvent = {
  index: number
  kind: 'save' | 'mark' | 'clear' | 'choose'
  option: number | null
  writer: string
  tick: number
  atMs: number
}

/** One question in a code of version 1. option: null if the question was seen and nothing chosen.
 *  isSaved: false if the option was tapped and not saved. */
export type RescueAnswer = {
  index: number
  option: number | null
  isMarked: boolean
  isSaved: boolean
}

/** attempt: its UUID. device: of its events (journal.ts); null where the device has no id.
 *  tick: the greatest that the device knew. */
export type Rescue = { attempt: string; carryKey: string } & (
  | { version: 2; device: string | null; events: readonly RescuedEvent[] }
  | { version: 1; tick: number; answers: readonly RescueAnswer[] }
)

/** At most one event that saves and one later tap for each question. 100 answers take about 230
 *  letters. Questions beyond the 4,096th are left out. Errors: throws on an attempt that is no UUID
 *  and on a key of more than 63 letters, which no attempt has. */
export function encodeRescue(rescue: {
  attempt: string
  carryKey: string
  device: string | null
  events: readonly RescuedEvent[]
}): string {
  const writer = messageWriter()
  putHead(writer, rescue.attempt, rescue.carryKey)
  putName(writer, rescue.device ?? '')
  putEvents(writer, rescue.events)
  return writeLetters(writer.symbols())
}

/** Parses a code as people write it (`readLetters`), of either version. */
export function decodeRescue(text: string): Rescue | RescueCodeError {
  const symbols = readLetters(text)
  if ('reason' in symbols) return symbols
  const reader = messageReader(symbols)
  const head = Number(reader.take(32))
  if (head >= 16) return { reason: 'too-short' }
  const rescue = head < 8 ? takeVersion1(reader, head) : takeVersion2(reader, head - 8)
  return rescue !== null && reader.isRead() ? rescue : { reason: 'too-short' }
}

function takeVersion2(reader: MessageReader, form: number): Rescue | null {
  const attempt = takeAttempt(reader, form)
  const carryKey = takeKey(reader, form)
  const device = takeName(reader)
  const events = takeEvents(reader)
  return events && { version: 2, attempt, carryKey, device: device === '' ? null : device, events }
}

const maxQuestions = 4096
const maxWriters = 1024
const optionCount = 32
const stepMs = 10_000

/** The kinds of a question's event that saves: none, or one of these. */
const savingKinds = [null, 'save', 'mark', 'mark-blank', 'clear'] as const

/** How the events of a question are coded: what saves, then a later tap. */
const eventModels = (writers: number) => ({
  states: adaptiveModel([8, 2, 8, 2, 2, 1, 1, 1, 1, 1]),
  options: adaptiveModel(Array.from({ length: optionCount }, (_, at) => (at < 4 ? 8 : 1))),
  writers: adaptiveModel(Array.from({ length: writers }, () => 1)),
  ticks: numberModel(),
  steps: numberModel(),
})

function putEvents(message: MessageWriter, all: readonly RescuedEvent[]) {
  const events = all.filter(
    ({ index, option }) => index < maxQuestions && (option === null || option < optionCount),
  )
  const writers = [...new Set(events.map(({ writer }) => writer))].slice(0, maxWriters - 1)
  message.put(oneOf(maxWriters, writers.length))
  for (const name of writers) putName(message, name)
  const count = events.reduce((length, { index }) => Math.max(length, index + 1), 0)
  message.put(oneOf(maxQuestions + 1, count))
  const models = eventModels(writers.length)
  let before = { tick: 0, step: 0 }
  for (let index = 0; index < count; index++) {
    const own = events.filter((event) => event.index === index && writers.includes(event.writer))
    const saving = own.find(({ kind }) => kind !== 'choose')
    const tapped = own.find(({ kind, option }) => kind === 'choose' && option !== null)
    message.putValue(
      models.states,
      2 * savingKinds.indexOf(savingKindOf(saving)) + Number(!!tapped),
    )
    for (const event of [saving, tapped]) {
      if (!event) continue
      if (event.option !== null && event.kind !== 'clear')
        message.putValue(models.options, event.option)
      message.putValue(models.writers, writers.indexOf(event.writer))
      const step = Math.floor(event.atMs / stepMs)
      models.ticks.put(message, event.tick - before.tick)
      models.steps.put(message, step - before.step)
      before = { tick: event.tick, step }
    }
  }
}

function savingKindOf(event: RescuedEvent | undefined): (typeof savingKinds)[number] {
  if (!event || event.kind === 'choose') return null
  if (event.kind === 'mark') return event.option === null ? 'mark-blank' : 'mark'
  return event.option === null ? 'clear' : event.kind
}

/** null: not what `putEvents` writes. */
function takeEvents(reader: MessageReader): RescuedEvent[] | null {
  const writers = Array.from({ length: Number(reader.take(maxWriters)) }, () => takeName(reader))
  const count = Number(reader.take(maxQuestions + 1))
  if (count > 0 && writers.length === 0) return null
  const models = eventModels(writers.length)
  const events: RescuedEvent[] = []
  let [tick, step] = [0, 0]
  const take = (index: number, kind: RescuedEvent['kind'], hasOption: boolean) => {
    const option = hasOption ? reader.takeValue(models.options) : null
    const writer = writers[reader.takeValue(models.writers)] ?? ''
    tick += models.ticks.take(reader)
    step += models.steps.take(reader)
    events.push({ index, kind, option, writer, tick, atMs: step * stepMs })
  }
  for (let index = 0; index < count; index++) {
    const state = reader.takeValue(models.states)
    const saving = savingKinds[state >> 1] ?? null
    if (saving !== null)
      take(index, saving === 'mark-blank' ? 'mark' : saving, saving === 'save' || saving === 'mark')
    if (state % 2 === 1) take(index, 'choose', true)
  }
  return events
}

const nameLetters = '0123456789abcdefghijklmnopqrstuvwxyz-'

/** The id of a writer or a device, at most 32 letters. */
function putName(message: MessageWriter, name: string) {
  const known = Array.from(name)
    .filter((one) => nameLetters.includes(one))
    .slice(0, 32)
  message.put(oneOf(33, known.length))
  for (const one of known) message.put(oneOf(nameLetters.length, nameLetters.indexOf(one)))
}

const takeName = (reader: MessageReader): string =>
  Array.from(
    { length: Number(reader.take(33)) },
    () => nameLetters[Number(reader.take(nameLetters.length))],
  ).join('')

/** The alphabets of keys; the first that fits gives the shortest code. */
const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const keyAlphabets = [
  '0123456789abcdef',
  letters.toLowerCase(),
  base64,
  Array.from({ length: 95 }, (_, code) => String.fromCharCode(32 + code)).join(''),
]

function putHead(message: MessageWriter, attempt: string, carryKey: string) {
  const { form, piece } = attemptPiece(attempt)
  const alphabet = keyAlphabets.findIndex((set) =>
    Array.from(carryKey).every((one) => set.includes(one)),
  )
  const set = keyAlphabets[alphabet]
  if (set === undefined || carryKey.length > 63) throw new RangeError('no rescue code for this')
  message.put(oneOf(32, 8 + form * 4 + alphabet))
  message.put(piece)
  message.put(oneOf(64, carryKey.length))
  for (const one of carryKey) message.put(oneOf(set.length, set.indexOf(one)))
}

const takeAttempt = (reader: MessageReader, form: number): string =>
  form >= 4 ? uuidOf(reader.take(2n ** 122n), true) : uuidOf(reader.take(2n ** 128n), false)

function takeKey(reader: MessageReader, form: number): string {
  const set = keyAlphabets[form & 3]!
  return Array.from(
    { length: Number(reader.take(64)) },
    () => set[Number(reader.take(set.length))],
  ).join('')
}

/** A random UUID has its version in 6 of its 128 bits; those are left out. */
const randomUuid = /^([0-9a-f]{12})4([0-9a-f]{3})([89ab])([0-9a-f]{15})$/

function attemptPiece(attempt: string): { form: 0 | 1; piece: Piece } {
  const hex = attempt.toLowerCase().replaceAll('-', '')
  if (!/^[0-9a-f]{32}$/.test(hex)) throw new RangeError('no rescue code for this')
  const parts = randomUuid.exec(hex)
  if (!parts) return { form: 0, piece: oneOf(2n ** 128n, BigInt(`0x${hex}`)) }
  const [, start = '', middle = '', variant = '', end = ''] = parts
  const rest = BigInt(`0x${start}${middle}${end}`) * 4n + BigInt(parseInt(variant, 16) - 8)
  return { form: 1, piece: oneOf(2n ** 122n, rest) }
}

function uuidOf(value: bigint, isRandom: boolean): string {
  const hex = (isRandom ? value / 4n : value).toString(16).padStart(isRandom ? 30 : 32, '0')
  const variant = (8 + Number(value % 4n)).toString(16)
  const all = isRandom ? `${hex.slice(0, 12)}4${hex.slice(12, 15)}${variant}${hex.slice(15)}` : hex
  return all.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Version 1: the greatest tick, and a state for each of at most 200 questions. */
function takeVersion1(reader: MessageReader, form: number): Rescue {
  const attempt = takeAttempt(reader, form)
  const tick = Number(reader.take(2 ** 16))
  const carryKey = takeKey(reader, form)
  const count = Number(reader.take(201))
  // Never seen, seen, marked; then for each of 5 options: saved, saved and marked, tapped.
  const states = adaptiveModel(Array.from({ length: 18 }, (_, state) => (state % 3 === 0 ? 8 : 1)))
  const answers = Array.from({ length: count }, (_, index) => {
    const state = reader.takeValue(states)
    return state === 0 ? [] : [version1Answer(state, index)]
  }).flat()
  return { version: 1, attempt, carryKey, tick, answers }
}

function version1Answer(state: number, index: number): RescueAnswer {
  if (state < 3) return { index, option: null, isMarked: state === 2, isSaved: true }
  const how = state % 3
  return { index, option: Math.floor(state / 3) - 1, isMarked: how === 1, isSaved: how !== 2 }
}

/** What of a journal a code carries: the last event of each question that set its answer, or else
 *  marked it, and the last tap after it that was not left. A saved blank is no answer and takes
 *  none back. `events`: the device's own. questions: ids in the paper's order. */
export function rescuedEventsOf(
  events: readonly JournalEvent[],
  questions: readonly string[],
): RescuedEvent[] {
  const inOrder = [...events].sort(compareEvents)
  return questions.flatMap((id, index) => {
    const own = inOrder.filter(({ question }) => question === id)
    const lastWhere = (isWanted: (event: JournalEvent) => boolean) =>
      own.reduce((found, event, place) => (isWanted(event) ? place : found), -1)
    const last = (...kinds: JournalEvent['kind'][]) => lastWhere(({ kind }) => kinds.includes(kind))
    const answered = lastWhere(setsAnswer)
    const saved = last('save', 'mark')
    const tapped = last('choose')
    const places = [
      answered === -1 && own[saved]?.kind === 'mark' ? saved : answered,
      tapped > Math.max(saved, answered, last('leave')) ? tapped : -1,
    ]
    return places.flatMap((place) => {
      const event = own[place]
      if (!event || !isRescued(event.kind)) return []
      const { option, writer, tick, at } = event
      // Marked, or not any more, without another answer: only the last event is in the code.
      const isMarked = own[saved]?.kind === 'mark'
      const isSaved = event.kind === 'save' || event.kind === 'mark'
      const kind = isSaved ? (isMarked ? 'mark' : 'save') : event.kind
      return [{ index, kind, option, writer, tick, atMs: at }]
    })
  })
}

const isRescued = (kind: JournalEvent['kind']): kind is RescuedEvent['kind'] =>
  kind === 'save' || kind === 'mark' || kind === 'clear' || kind === 'choose'
