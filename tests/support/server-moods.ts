import { eventId, type JournalEvent } from '../../domain/attempt/journal.ts'
import type { Answering } from './simulated-device.ts'

/** What goes wrong with events that a server receives. rejects: 400. too large: 413 for more
 *  than two. stores nothing, names nothing: 200 without acknowledgements. takes half: only the
 *  first half of each batch. journal full: nothing more is stored, which it says. */
export type ServerMood = (typeof serverMoods)[number]
export const serverMoods = [
  ...(['fine', 'rejects', 'too large', 'stores nothing', 'names nothing', 'takes half'] as const),
  'journal full',
] as const

export const refusal = (status: number) => Response.json({ error: { status } }, { status })

/** The answers of a server in a mood, which tests change at any time. */
export const withMoods =
  (answer: Answering, condition: { mood: ServerMood }): Answering =>
  async (method, path, body) => {
    const action = path.split('/').at(-1)
    if (method === 'GET' || (action !== 'events' && action !== 'submit'))
      return answer(method, path, body)
    const sent = JSON.parse(body ?? '{}') as { events?: JournalEvent[] }
    const events = sent.events ?? []
    const attemptNow = async () => {
      const response = await answer('GET', path.replace(/\w+$/, 'events?after=1000000'), undefined)
      const running = { status: 'running' }
      if (!response?.ok) return running
      return (await response.json<{ data: { attempt: object } }>()).data.attempt
    }
    switch (condition.mood) {
      case 'fine':
        return answer(method, path, body)
      case 'rejects':
        return refusal(400)
      case 'too large':
        return events.length > 2 ? refusal(413) : answer(method, path, body)
      case 'stores nothing':
        return Response.json({ data: { attempt: await attemptNow() } })
      case 'takes half': {
        const half = events.slice(0, Math.ceil(events.length / 2))
        return answer(method, path, JSON.stringify({ ...sent, events: half }))
      }
      case 'names nothing': {
        const response = await answer(method, path, body)
        if (!response?.ok) return response
        const { data } = await response.json<{ data: { attempt?: object } }>()
        return Response.json({ data: { attempt: data.attempt ?? data } })
      }
      case 'journal full': {
        if (events.length === 0) return answer(method, path, body)
        const refused = { stored: 'refused', reason: 'journal-full' }
        const results = events.map((event) => ({ ...refused, id: eventId(event) }))
        return Response.json({ data: { results, attempt: await attemptNow() } })
      }
    }
  }
