import type { Translations } from './question.ts'

/** The four answers to 'which of two conclusions follows', in this order: I, II, both, neither. */
export const conclusionAnswers: readonly Translations[] = [
  {
    kn: 'ತೀರ್ಮಾನ I ಮಾತ್ರ ಅನುಸರಿಸುತ್ತದೆ',
    te: 'తీర్మానం I మాత్రమే అనుసరిస్తుంది',
    en: 'Only conclusion I follows',
  },
  {
    kn: 'ತೀರ್ಮಾನ II ಮಾತ್ರ ಅನುಸರಿಸುತ್ತದೆ',
    te: 'తీర్మానం II మాత్రమే అనుసరిస్తుంది',
    en: 'Only conclusion II follows',
  },
  {
    kn: 'I ಮತ್ತು II ಎರಡೂ ಅನುಸರಿಸುತ್ತವೆ',
    te: 'I, II రెండూ అనుసరిస్తాయి',
    en: 'Both I and II follow',
  },
  {
    kn: 'I ಮತ್ತು II ಎರಡೂ ಅನುಸರಿಸುವುದಿಲ್ಲ',
    te: 'I, II రెండూ అనుసరించవు',
    en: 'Neither I nor II follows',
  },
]

/** The index of the answer, from whether each conclusion follows. */
export const conclusionKey = (first: boolean, second: boolean) =>
  first && second ? 2 : first ? 0 : second ? 1 : 3

/** The verdict that ends an explanation. */
export function verdict(first: boolean, second: boolean): Translations {
  const [kn, te, en] = first
    ? ['ತೀರ್ಮಾನ I ಖಚಿತ', 'తీర్మానం I కచ్చితం', 'conclusion I is certain']
    : ['ತೀರ್ಮಾನ I ಖಚಿತವಲ್ಲ', 'తీర్మానం I కచ్చితం కాదు', 'conclusion I is not certain']
  const [kn2, te2, en2] = second
    ? ['II ಖಚಿತ', 'II కచ్చితం', 'II is certain']
    : ['II ಖಚಿತವಲ್ಲ', 'II కచ్చితం కాదు', 'II is not certain']
  return { kn: `${kn}; ${kn2}`, te: `${te}; ${te2}`, en: `${en}; ${en2}` }
}
