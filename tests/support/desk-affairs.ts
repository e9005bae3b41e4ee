import { addDays, dayInIndia, momentInIndia } from '../../domain/india-time.ts'
import { rows, type SignedIn } from './desk.ts'

// A day of current affairs as the desk's forms send it.

export const today = dayInIndia(new Date())
let lastOffset = 0
/** A day that no test of the file has used; there are 29, as far ahead as the desk goes. */
export const freshDay = () => addDays(today, 1 + lastOffset++)

export const complete = (changes: Record<string, string> = {}): Record<string, string> => ({
  'title.kn': 'ಸಂವಿಧಾನ ದಿನ',
  'item.0.text.kn': '1949ರ ನವೆಂಬರ್ 26ರಂದು ಸಂವಿಧಾನ ರಚನಾ ಸಭೆ ಸಂವಿಧಾನವನ್ನು ಅಂಗೀಕರಿಸಿತು.',
  'item.0.source.name': 'ಭಾರತದ ಸಂವಿಧಾನ',
  'item.0.source.url': 'legislative.gov.in/constitution-of-india',
  'item.0.source.dated': '1949-11-26',
  'quiz.0.stem.kn': 'ಕರಡು ಸಮಿತಿಯ ನೇಮಕವಾದದ್ದು ಯಾವಾಗ?',
  'quiz.0.option.0.kn': '9-12-1946',
  'quiz.0.option.1.kn': '29-8-1947',
  'quiz.0.option.2.kn': '26-11-1949',
  'quiz.0.option.3.kn': '24-1-1950',
  'quiz.0.correct': '1',
  'quiz.0.why.kn': 'ಸಮಿತಿಯನ್ನು 1947ರ ಆಗಸ್ಟ್ 29ರಂದು ನೇಮಿಸಲಾಯಿತು.',
  'topic.constitution': 'on',
  publishTime: '06:00',
  version: '0',
  ...changes,
})

export const save = ({ browser }: SignedIn, date: string, fields: Record<string, string>) =>
  browser.post(`/affairs/${date}`, { do: 'save', ...fields })
export const send = ({ browser }: SignedIn, date: string, fields: Record<string, string>) =>
  browser.post(`/affairs/${date}`, { ...fields, do: 'send' })
export const approve = ({ browser }: SignedIn, date: string, fields: Record<string, string> = {}) =>
  browser.post(`/affairs/${date}/approve`, { version: '1', ...fields })

export const stateOf = async (date: string) =>
  (await rows('SELECT state FROM affairs_days WHERE date = ?', date))[0]?.state
export const pagesOf = (date: string) =>
  rows(
    `SELECT p.slug, x.locale, x.title, x.description, x.body, p.source FROM pages p
     JOIN page_texts x ON x.page_id = p.id WHERE p.date = ? ORDER BY x.locale`,
    date,
  )
/** A minute after the one that was set. */
export const later = (date: string, clock = '06:01') => momentInIndia(date, clock)
