import { conclusionAnswers, conclusionKey, verdict } from './conclusions.ts'
import type { QuestionTemplate } from './question.ts'

const topics = ['reasoning']

type Sign = '>' | '≥' | '<' | '≤' | '='

const holds = (one: number, sign: Sign, other: number): boolean => {
  switch (sign) {
    case '>':
      return one > other
    case '≥':
      return one >= other
    case '<':
      return one < other
    case '≤':
      return one <= other
    case '=':
      return one === other
  }
}

/** All ways to give five letters one of five values: every order of them, with equal ones, is
 *  among these. */
const assignments = Array.from({ length: 5 ** 5 }, (_, code) =>
  [1, 5, 25, 125, 625].map((place) => Math.floor(code / place) % 5),
)

/** `a sign b`, by the indices of the letters. */
type Relation = readonly [one: number, sign: Sign, other: number]

const chainOfSigns: QuestionTemplate = (random) => {
  const letters = random.shuffled(Array.from('ABCDEFGHKLMNPRST')).slice(0, 5)
  const key = random.integer(0, 3)
  const { chain, conclusions, first, second } = random.drawUntil(
    () => {
      const chain = [0, 1, 2, 3].map((place) => {
        const down = random.pick([true, true, true, false])
        return [place, random.pick(down ? ['>', '≥', '='] : ['<', '≤']), place + 1] as Relation
      })
      const possible = assignments.filter((values) =>
        chain.every(([one, sign, other]) => holds(values[one]!, sign, values[other]!)),
      )
      const draw = (): Relation => {
        const [one, other] = random.pick([
          [0, 2],
          [0, 3],
          [1, 3],
          [1, 4],
          [2, 4],
          [0, 4],
        ] as const)
        const [left, right] = random.pick([true, false]) ? [one, other] : [other, one]
        return [left, random.pick(['>', '≥', '<', '='] as const), right]
      }
      const conclusions = [draw(), draw()] as const
      const isTrue = ([one, sign, other]: Relation, values: number[]) =>
        holds(values[one]!, sign, values[other]!)
      const [first, second] = conclusions.map((relation) =>
        possible.every((values) => isTrue(relation, values)),
      ) as [boolean, boolean]
      const either = possible.every((values) => conclusions.some((one) => isTrue(one, values)))
      // Whether 'A ≥ B' follows where A > B is certain is disputed, so it is not asked.
      const isDisputed = conclusions.some(
        ([one, sign, other]) =>
          sign === '≥' && possible.every((values) => values[one]! > values[other]!),
      )
      return { chain, conclusions, first, second, either, isDisputed }
    },
    ({ conclusions: [one, two], first, second, either, isDisputed }) =>
      !isDisputed &&
      conclusionKey(first, second) === key &&
      (first || second || !either) &&
      new Set([one[0], one[2]].concat(two[0], two[2])).size > 2,
  )
  const given = letters[0]! + chain.map(([, sign, other]) => ` ${sign} ${letters[other]!}`).join('')
  const written = ([one, sign, other]: Relation) => `${letters[one]!} ${sign} ${letters[other]!}`
  const [left, right] = conclusions.map(written) as [string, string]
  const end = verdict(first, second)
  const between = ([one, , other]: Relation) => {
    const [from, to] = [Math.min(one, other), Math.max(one, other)]
    const part = chain.slice(from, to).map(([, sign, next]) => ` ${sign} ${letters[next]!}`)
    return letters[from]! + part.join('')
  }
  const [partOne, partTwo] = conclusions.map(between) as [string, string]
  return {
    topics,
    stem: {
      kn: `ಹೇಳಿಕೆ ನಿಜವೆಂದು ಭಾವಿಸಿ, ಯಾವ ತೀರ್ಮಾನ ಖಚಿತವಾಗಿ ಅನುಸರಿಸುತ್ತದೆ ಎಂದು ತಿಳಿಸಿ.\nಹೇಳಿಕೆ: ${given}\nತೀರ್ಮಾನ I: ${left}\nತೀರ್ಮಾನ II: ${right}`,
      te: `ప్రకటన నిజమని భావించి, ఏ తీర్మానం కచ్చితంగా అనుసరిస్తుందో తెలపండి.\nప్రకటన: ${given}\nతీర్మానం I: ${left}\nతీర్మానం II: ${right}`,
      en: `Taking the statement to be true, decide which conclusion certainly follows.\nStatement: ${given}\nConclusion I: ${left}\nConclusion II: ${right}`,
    },
    options: [...conclusionAnswers],
    correct: key,
    keepsOrder: true,
    explanation: {
      kn: `ತೀರ್ಮಾನ I ಕ್ಕೆ ಬೇಕಾದ ಭಾಗ ${partOne}; II ಕ್ಕೆ ${partTwo}. ಆದ್ದರಿಂದ ${end.kn}. ನಡುವೆ ಚಿಹ್ನೆಗಳ ದಿಕ್ಕು ಬದಲಾದರೆ ಯಾವ ಸಂಬಂಧವನ್ನೂ ಹೇಳಲಾಗದು; ≥ ಮತ್ತು = ಮಾತ್ರ ಇದ್ದರೆ > ಎಂದು ಹೇಳಲಾಗದು.`,
      te: `తీర్మానం I కి కావలసిన భాగం ${partOne}; II కి ${partTwo}. కాబట్టి ${end.te}. మధ్యలో గుర్తుల దిశ మారితే ఏ సంబంధమూ చెప్పలేం; ≥, = మాత్రమే ఉంటే > అని చెప్పలేం.`,
      en: `Conclusion I must be tested by ${partOne} and II by ${partTwo}. So ${end.en}. Where the direction of the signs changes, nothing can be said, and ≥ and = alone do not give >.`,
    },
  }
}

export const inequalities: readonly QuestionTemplate[] = [chainOfSigns]
