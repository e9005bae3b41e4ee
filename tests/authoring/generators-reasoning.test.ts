import { describe, expect, it } from 'vitest'
import {
  evaluate,
  firstNumber as first,
  near,
  onlyOne,
  questionsOf,
  rightOptions,
  type Solvers,
} from '../support/drawn-questions.ts'
import { isRelation } from '../support/family-facts.ts'
import { fittingOrders, ordersOf } from '../support/seating-clues.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const placeOf = (letter: string) => alphabet.indexOf(letter) + 1
const positionsOf = (word: string) => Array.from(word, placeOf)
const gapsOf = (numbers: readonly number[]) =>
  numbers.slice(1).map((number, index) => number - numbers[index]!)
const secondLine = (stem: string) => stem.split('\n')[1]!

const answers = ['Only conclusion I follows', 'Only conclusion II follows'].concat(
  'Both I and II follow',
  'Neither I nor II follows',
)
const answerFor = (first: boolean, second: boolean) =>
  answers[first && second ? 2 : first ? 0 : second ? 1 : 3]!

/** Four individuals, each in some of three classes, in every way in which no class is empty. */
const populations = Array.from({ length: 8 ** 4 }, (_, code) =>
  [1, 8, 64, 512].map((place) => Math.floor(code / place) % 8),
).filter((people) => [1, 2, 4].every((set) => people.some((person) => person & set)))

/** 'Some pens are not books' as a test of a population. */
function claim(sentence: string, terms: readonly string[]): (people: number[]) => boolean {
  const [, mood, subject, not, predicate] = /^(All|Some|No) (\w+) are (not )?(\w+)$/.exec(sentence)!
  const [a, b] = [subject!, predicate!].map((term) => 1 << terms.indexOf(term)) as [number, number]
  return (people) => {
    const inside = people.filter((person) => person & a)
    if (mood === 'All') return inside.every((person) => person & b)
    if (mood === 'No') return !inside.some((person) => person & b)
    return inside.some((person) => (not ? !(person & b) : person & b))
  }
}

const solveSyllogism = (stem: string) => {
  const [, one = '', two = ''] = /Statements: (.+?)\. (.+?)\./.exec(stem)!
  const conclusions = Array.from(stem.matchAll(/Conclusion I+: (.+?)\./g), ([, text]) => text!)
  const terms = Array.from(
    new Set([one, two].flatMap((text) => [text.split(' ')[1]!, text.split(' ').at(-1)!])),
  )
  const possible = [one, two].reduce((left, text) => left.filter(claim(text, terms)), populations)
  const [left, right] = conclusions.map((text) => possible.every(claim(text, terms)))
  return answerFor(left!, right!)
}

/** What a chain of signs says of two of its letters, read in one direction. */
const solveInequality = (stem: string) => {
  const chain = /Statement: (.+)/.exec(stem)![1]!.split(' ')
  const follows = (conclusion: string) => {
    const [one, sign, other] = conclusion.split(' ') as [string, string, string]
    const [from, to] = [chain.indexOf(one), chain.indexOf(other)]
    const between = chain
      .slice(Math.min(from, to) + 1, Math.max(from, to))
      .filter((_, i) => i % 2 === 0)
    const turned: Record<string, string> = { '>': '<', '<': '>', '≥': '≤', '≤': '≥', '=': '=' }
    const read = from < to ? between : between.map((sign) => turned[sign]!)
    const isDown = read.every((sign) => ['>', '≥', '='].includes(sign))
    const isUp = read.every((sign) => ['<', '≤', '='].includes(sign))
    if (sign === '=') return read.every((one) => one === '=')
    if (sign === '≥') return isDown
    return sign === '>' ? isDown && read.includes('>') : isUp && read.includes('<')
  }
  const [one, two] = Array.from(stem.matchAll(/Conclusion I+: (.+)/g), ([, text]) => follows(text!))
  return answerFor(one!, two!)
}

const isPrime = (number: number) => first((factor) => number % factor === 0, 2) === number
const numberProperties: readonly ((number: number) => boolean)[] = [
  (number) => Number.isInteger(Math.sqrt(number)),
  (number) => first((root) => root ** 3 >= number) ** 3 === number,
  isPrime,
  ...[7, 11, 13, 17, 19].map((of) => (number: number) => number % of === 0),
]

const pairRules: readonly ((n: number) => number)[] = [
  (n) => n ** 2 + 1,
  (n) => n ** 2 - 1,
  (n) => n * (n + 1),
  (n) => n * (n - 1),
  (n) => n ** 3,
  (n) => n ** 3 + 1,
  (n) => n * (n * n - 1),
  (n) => 2 * n ** 2,
  (n) => (n + 1) ** 2,
  (n) => 4 * n + 3,
]
const rowRules: readonly ((a: number, b: number) => number)[] = [
  (a, b) => a * (b + 1),
  (a, b) => a ** 2 + b ** 2,
  (a, b) => b * (a - 1),
  (a, b) => a ** 2 + b,
  (a, b) => a + a + b + b,
  (a, b) => b * a + 5,
]

/** The option that lacks what the other three have. */
const leftOut = (options: string[], has: readonly ((option: string) => boolean)[]) =>
  onlyOne(options, (odd) =>
    has.some((of) => !of(odd) && options.every((option) => option === odd || of(option))),
  )

const seatOf: Record<string, number> = {
  'at the left end': 0,
  'second from the left': 1,
  'exactly in the middle': 2,
  'second from the right': 3,
  'at the right end': 4,
  'the tallest': 0,
  'the second tallest': 1,
  'exactly in the middle by height': 2,
  'the shortest': 4,
}
const seated = (stem: string, people: string) => {
  const [order, ...others] = fittingOrders(stem, ordersOf(Array.from(people)), false)
  expect(others, stem).toEqual([])
  return order![seatOf[/Who (?:sits|is) (.+)\?/.exec(stem)![1]!]!]!
}

const quoted = (text: string) => Array.from(text.matchAll(/"([^"]+)"/g), ([, inside]) => inside!)

const solvers: Solvers = {
  syllogism: {
    chainSyllogism: (_, stem) => solveSyllogism(stem),
    weakSyllogism: (_, stem) => solveSyllogism(stem),
  },
  inequalities: { chainOfSigns: (_, stem) => solveInequality(stem) },
  bloodRelations: {
    threeLinks: (_, stem, options) => onlyOne(options, (option) => isRelation(option, stem)),
    fourLinks: (_, stem, options) => onlyOne(options, (option) => isRelation(option, stem)),
  },
  seating: {
    inARow: (_, stem) => seated(stem, 'PQRST'),
    byHeight: (_, stem) => seated(stem, 'KLMNR'),
    roundTable: (_, stem) => {
      const orders = ordersOf(Array.from('BCDEF')).map((rest) => ['A', ...rest])
      const [order, ...others] = fittingOrders(stem, orders, true)
      expect(others, stem).toEqual([])
      const [, way, of] = /Who sits (opposite|immediately to the \w+ of) (\w)\?/.exec(stem)!
      const step = way === 'opposite' ? 3 : way!.includes('left') ? -1 : 1
      return order![(order!.indexOf(of!) + step + 6) % 6]!
    },
  },
  letterSeries: {
    growingSteps: (_, stem) => {
      const places = positionsOf(secondLine(stem).replace(/[^A-Z]/g, ''))
      const gaps = gapsOf(places)
      const [more, ...same] = gapsOf(gaps)
      expect(same.every((other) => other === more)).toBe(true)
      return alphabet[places.at(-1)! + gaps.at(-1)! + more! - 1]!
    },
    repeatedPattern: (_, stem, options) =>
      onlyOne(options, (option) => {
        const letters = Array.from(option)
        const whole = secondLine(stem)
          .replaceAll(' ', '')
          .replace(/_/g, () => letters.shift()!)
        return whole.slice(0, whole.length / 3).repeat(3) === whole
      }),
    lettersAndNumbers: (_, stem) => {
      const terms = secondLine(stem).match(/[A-Z]\d+/g)!
      const places = terms.map((term) => placeOf(term[0]!))
      const numbers = terms.map((term) => Number(term.slice(1)))
      const gaps = gapsOf(numbers)
      const next = numbers.at(-1)! + gaps.at(-1)! + gapsOf(gaps).at(-1)!
      return `${alphabet[places.at(-1)! + gapsOf(places)[0]! - 1]!}${next}`
    },
  },
  oddOneOut: {
    oddNumber: (_, __, options) =>
      leftOut(
        options,
        numberProperties.map((has) => (option: string) => has(Number(option))),
      ),
    oddGroup: (_, __, options) => {
      const gaps = (option: string) => gapsOf(positionsOf(option)).join()
      return onlyOne(
        options,
        (odd) => options.filter((option) => gaps(option) === gaps(odd)).length === 1,
      )
    },
    oddPair: (_, __, options) => {
      const fits = pairRules.map((rule) => (option: string) => {
        const [one = 0, two = 0] = option.split(' : ').map(Number)
        return rule(one) === two
      })
      return leftOut(options, fits)
    },
  },
  numberAnalogy: {
    samePairs: (n) => {
      const [one, first, two, second, three] = n as [number, number, number, number, number]
      const fitting = pairRules.filter((rule) => rule(one) === first && rule(two) === second)
      return onlyOne(Array.from(new Set(fitting.map((rule) => rule(three)))), () => true)
    },
    letterPairs: (_, stem) => {
      const [from, to, asked] = secondLine(stem).match(/[A-Z]{3}/g) as string[]
      return Array.from(asked!, (letter, index) => {
        const moved = placeOf(letter) + placeOf(to![index]!) - placeOf(from![index]!)
        return alphabet[(moved + 25) % 26]!
      }).join('')
    },
    threeRows: (n) => {
      const [a, b, one, c, d, two, e, f] = n
      const rule = onlyOne(rowRules, (of) => of(a!, b!) === one && of(c!, d!) === two)
      return rule(e!, f!)
    },
  },
  symbolOperations: {
    renamedSigns: (_, stem) => {
      const meaning = new Map(
        Array.from(stem.matchAll(/'(.)' means '(.)'/g), ([, sign, means]) => [sign!, means!]),
      )
      const asked = /value of (.+)\?/.exec(stem)![1]!
      return evaluate(Array.from(asked, (sign) => meaning.get(sign) ?? sign).join(''))
    },
    interchange: (_, stem, options) =>
      onlyOne(options, (option) => {
        const [one = '', other = ''] = option.split(' and ')
        const [left = '', right] = secondLine(stem).split(' = ')
        const changed = Array.from(left, (sign) =>
          sign === one ? other : sign === other ? one : sign,
        )
        return near(evaluate(changed.join('')), Number(right))
      }),
    signsForStars: (_, stem, options) =>
      onlyOne(options, (option) => {
        const signs = option.split(', ')
        const [left = '', right] = secondLine(stem).split(' = ')
        return near(evaluate(left.replace(/\*/g, () => signs.shift()!)), Number(right))
      }),
  },
  cubesAndAlphabet: {
    oppositeFace: ([, , ...n]) => onlyOne([1, 2, 3, 4, 5, 6], (face) => !n.includes(face)),
    nthLetter: (_, stem) => {
      const [, away, way, from, side] =
        /the (\d+)\w+ to the (\w+) of the (\d+)\w+ letter from the (\w+)/.exec(stem)!
      const letters = Array.from(alphabet)
      const counted = side === 'left' ? letters : letters.toReversed()
      const start = letters.indexOf(counted[Number(from) - 1]!)
      return letters[way === 'right' ? start + Number(away) : start - Number(away)]!
    },
    bothAndNeither: ([all, one, other, none]) =>
      first((both) => one! - both + both + (other! - both) + none! === all),
    dictionaryOrder: (_, stem) => {
      const words = secondLine(stem).split(', ').sort()
      return words[
        ['first', 'second', 'third', 'fourth'].indexOf(/comes (\w+) in/.exec(stem)![1]!)
      ]!
    },
    sumOfNeighbours: ([sum, top, front]) => (sum! - top!) * (sum! - front!),
  },
  wordCoding: {
    digitsForLetters: (_, stem) => {
      const [, one, codeOne, other, codeTwo, asked] =
        /code (\w+) is written as (\d+) and (\w+) as (\d+)\. How is (\w+)/.exec(stem)!
      const known = one! + other!
      const code = codeOne! + codeTwo!
      return Array.from(asked!, (letter) => code[known.indexOf(letter)]!).join('')
    },
    unknownLanguage: (_, stem, options) => {
      const texts = quoted(stem).map((text) => text.split(' '))
      const coded = texts.filter((_, index) => index % 2 === 0)
      const meant = texts.filter((_, index) => index % 2 === 1)
      const where = (sentences: string[][], word: string) =>
        sentences.map((sentence) => sentence.includes(word)).join()
      const asked = /code for '(\w+)'/.exec(stem)![1]!
      return onlyOne(options, (option) => where(coded, quoted(option)[0]!) === where(meant, asked))
    },
    multipliedPlaces: (_, stem) => {
      const [, known, code, asked] = /If (\w+) is coded as ([\d-]+), .* for (\w+)\?/.exec(stem)!
      const by = Number(code!.split('-')[0]) / placeOf(known![0]!)
      return positionsOf(asked!)
        .map((place) => place * by)
        .join('-')
    },
  },
}

describe('keys of generated reasoning questions', () => {
  it.each(Object.keys(solvers))('%s keys equal the answers of an independent solver', (family) => {
    for (const { template, question } of questionsOf(family)) {
      const solver = solvers[family]![template]
      expect(solver, template).toBeDefined()
      expect(rightOptions(solver!, question), question.stem.en).toEqual(
        question.options.map((_, place) => place === question.correct),
      )
    }
  })
})
