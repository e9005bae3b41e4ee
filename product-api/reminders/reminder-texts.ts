import { clockInIndia, dayInIndia } from '../../domain/india-time.ts'
import {
  defaultLocale,
  translationFor,
  type Locale,
  type Translations,
} from '../../domain/locale.ts'
import type { ReminderMock } from './targets.ts'

export type ReminderText = {
  title: string
  body: string
  /** Where it leads: a path of the site, with its language. */
  path: string
}

type Words = {
  brand: string
  resultTitle: string
  resultBody: (mock: string) => string
  todayTitle: (clock: string) => string
  tomorrowTitle: (clock: string) => string
  mockBody: (mock: string) => string
  cardsTitle: (count: number) => string
  cardsBody: string
  end: string
  mailEnd: string
}

const words: Translations<Words> = {
  en: {
    brand: 'Abhyasa',
    resultTitle: 'Your rank is out',
    resultBody: (mock) => `${mock}: see your score, rank and percentile.`,
    todayTitle: (clock) => `Live mock today at ${clock}`,
    tomorrowTitle: (clock) => `Live mock tomorrow at ${clock}`,
    mockBody: (mock) => `${mock}. Download the sealed paper before it begins.`,
    cardsTitle: (count) => (count === 1 ? '1 card is due today' : `${count} cards are due today`),
    cardsBody: 'A few minutes now, and you will remember them in the exam.',
    end: 'No more of these',
    mailEnd: 'To get no more of these, open this link:',
  },
  kn: {
    brand: 'ಅಭ್ಯಾಸ',
    resultTitle: 'ನಿಮ್ಮ ಸ್ಥಾನ ತಿಳಿದಿದೆ',
    resultBody: (mock) => `${mock}: ನಿಮ್ಮ ಅಂಕ, ಸ್ಥಾನ ಮತ್ತು ಪರ್ಸೆಂಟೈಲ್ ನೋಡಿ.`,
    todayTitle: (clock) => `ಇಂದು ${clock}ಕ್ಕೆ ಲೈವ್ ಅಣಕು ಪರೀಕ್ಷೆ`,
    tomorrowTitle: (clock) => `ನಾಳೆ ${clock}ಕ್ಕೆ ಲೈವ್ ಅಣಕು ಪರೀಕ್ಷೆ`,
    mockBody: (mock) => `${mock}. ಶುರುವಾಗುವ ಮೊದಲೇ ಪತ್ರಿಕೆಯನ್ನು ಡೌನ್‌ಲೋಡ್ ಮಾಡಿಕೊಳ್ಳಿ.`,
    cardsTitle: (count) => `ಇಂದು ${count} ಕಾರ್ಡ್‌ಗಳನ್ನು ನೋಡಬೇಕು`,
    cardsBody: 'ಈಗ ಕೆಲವೇ ನಿಮಿಷ ನೋಡಿದರೆ ಪರೀಕ್ಷೆಯಲ್ಲಿ ನೆನಪಿರುತ್ತವೆ.',
    end: 'ಇನ್ನು ಬೇಡ',
    mailEnd: 'ಇಂಥ ಸಂದೇಶ ಇನ್ನು ಬೇಡವಾದರೆ ಈ ಕೊಂಡಿ ತೆರೆಯಿರಿ:',
  },
  te: {
    brand: 'అభ్యాస',
    resultTitle: 'మీ ర్యాంకు వచ్చింది',
    resultBody: (mock) => `${mock}: మీ మార్కులు, ర్యాంకు, పర్సంటైల్ చూడండి.`,
    todayTitle: (clock) => `ఈరోజు ${clock}కు లైవ్ మాదిరి పరీక్ష`,
    tomorrowTitle: (clock) => `రేపు ${clock}కు లైవ్ మాదిరి పరీక్ష`,
    mockBody: (mock) => `${mock}. మొదలయ్యే ముందే పేపర్‌ను డౌన్‌లోడ్ చేసుకోండి.`,
    cardsTitle: (count) => `ఈరోజు ${count} కార్డులు చూడాలి`,
    cardsBody: 'ఇప్పుడు కొన్ని నిమిషాలు చూస్తే పరీక్షలో గుర్తుంటాయి.',
    end: 'ఇక వద్దు',
    mailEnd: 'ఇలాంటి సందేశాలు ఇక వద్దనుకుంటే ఈ లింక్ తెరవండి:',
  },
}

/** What is sent. `mock`: of a reminder about one; null: of cards, whose number `subject` is. */
export function reminderText(
  { kind, subject, locale }: { kind: string; subject: string; locale: Locale },
  mock: ReminderMock | null,
  now: Date,
): ReminderText {
  const word = translationFor(words, locale)
  const to = (path: string) => (locale === defaultLocale ? path : `/${locale}${path}`)
  if (mock === null) {
    const [title, body] = [word.cardsTitle(Number(subject)), word.cardsBody]
    return { title, body, path: `${to('/flash-cards')}?of=due` }
  }
  const name = translationFor(mock.titles, locale)
  const path = to(`/live-mocks/${mock.slug}`)
  if (kind === 'result')
    return { title: word.resultTitle, body: word.resultBody(name), path: `${path}/result` }
  const bell = new Date(mock.bellAt)
  const isToday = dayInIndia(bell) === dayInIndia(now)
  const titleAt = isToday ? word.todayTitle : word.tomorrowTitle
  return { title: titleAt(clockInIndia(bell)), body: word.mockBody(name), path }
}

/** The label of the button that ends a kind. */
export const endLabel = (locale: Locale): string => translationFor(words, locale).end

/** The same as a mail, with the link that ends it. */
export function reminderMail(
  { title, body, path }: ReminderText,
  locale: Locale,
  origin: string,
  endPath: string,
): { subject: string; text: string } {
  const word = translationFor(words, locale)
  return {
    subject: `${word.brand}: ${title}`,
    text: `${body}\n\n${origin}${path}\n\n${word.mailEnd}\n${origin}${endPath}\n`,
  }
}

export const endPathOf = (locale: Locale, token: string): string =>
  `${locale === defaultLocale ? '' : `/${locale}`}/reminders/end/${token}`
