import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { numbersIn } from '../../authoring/checks/language.ts'
import { withoutNames } from '../../authoring/checks/question-skeletons.ts'
import { draftContent } from '../../authoring/generators/draft-papers.ts'
import { families } from '../../authoring/generators/syllabus.ts'
import { withSection, writePaper } from '../../authoring/generators/write-paper.ts'
import {
  firstNumber as first,
  near,
  questionsOf as ofFamily,
  rightOptions,
  type Solvers,
} from '../support/drawn-questions.ts'

const locales = ['kn', 'te', 'en'] as const
const { papers, sections } = draftContent()

describe('generated papers', () => {
  it.each(papers)('$slug in content/ equals the output of its generators', (paper) => {
    expect(writePaper(paper)).toBe(readFileSync(`content/${paper.file}`, 'utf8'))
  })

  it.each(sections)('$plan.prefix in content/ equals the output of its generators', (section) => {
    const text = readFileSync(`content/${section.plan.file}`, 'utf8')
    expect(withSection(text, section.plan.section, section.questions)).toBe(text)
  })

  it('have no two questions that differ only in the names of people', () => {
    const asked = [...papers, ...sections].flatMap(({ questions }) =>
      questions.map(({ stem, options }) =>
        withoutNames([stem.en, ...options.map(({ en }) => en).sort()].join(' ')),
      ),
    )
    expect(asked.length).toBeGreaterThan(1000)
    expect(asked.filter((text, place) => asked.indexOf(text) !== place)).toEqual([])
  })

  it.each(Object.keys(families))(
    '%s questions have four different options and use every key position',
    (family) => {
      const keyCounts = [0, 0, 0, 0]
      const questions = ofFamily(family).map(({ question }) => question)
      for (const { options, correct } of questions) {
        keyCounts[correct]!++
        for (const locale of locales)
          expect(new Set(options.map((option) => option[locale])).size).toBe(4)
      }
      for (const count of keyCounts) expect(count / questions.length).toBeGreaterThan(0.15)
    },
  )

  it.each(Object.keys(families))(
    '%s questions have the same numbers in all three languages',
    (family) => {
      for (const { question } of ofFamily(family)) {
        const { stem, explanation } = question
        expect([stem.kn, stem.te].map(numbersIn)).toEqual([stem.en, stem.en].map(numbersIn))
        const worked = locales.map((locale) => [...new Set(numbersIn(explanation[locale]))].join())
        expect(new Set(worked).size, explanation.en).toBe(1)
      }
    },
  )
})

/** How many equal steps finish the whole. */
function stepsToFinish(share: number): number {
  let done = 0
  return first(() => (done += share) > 1 - 1e-9)
}

const row = (length: number) => Array.from({ length }, (_, index) => index + 1)
const fromEnd = (length: number, place: number) => row(length).toReversed().indexOf(place) + 1

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const day = 24 * 60 * 60 * 1000
const dayNamed = (name: string) => Date.parse('2023-01-01') + weekdays.indexOf(name) * day
const nameOf = (time: number) => weekdays[new Date(time).getUTCDay()]!
const nameAfter = (name: string, days: number) => nameOf(dayNamed(name) + days * day)
const dateOf = (words: string) => Date.parse(`${words} UTC`)
const isDate = (words: string) => new Date(dateOf(words)).getUTCDate() === parseInt(words)

const compass = 'north north-east east south-east south south-west west north-west'.split(' ')
const turned = (way: string, eighths: number) => compass[(compass.indexOf(way) + eighths + 16) % 8]!
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Simulates a walk metre by metre. Returns how far east and north of its start it ends. */
function walk(legs: readonly (readonly [metres: string, way: string])[]): [number, number] {
  const paces = legs.flatMap(([metres, way]) => Array<string>(Number(metres)).fill(way))
  const count = (way: string) => paces.filter((pace) => pace === way).length
  return [count('east') - count('west'), count('north') - count('south')]
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const lettersOf = (word: string) => Array.from(word)
/** Moves the letters of a word as far as those of `known` moved to become `code`. */
const movedLike = (known: string, code: string, word: string) =>
  lettersOf(word)
    .map((letter, index) => {
      const steps = alphabet.indexOf(code[index]!) - alphabet.indexOf(known[index]!)
      return alphabet[(alphabet.indexOf(letter) + steps + 26) % 26]!
    })
    .join('')
const backwards = (word: string) => lettersOf(word).toReversed().join('')
/** The known word, its code and the word that is asked for. */
function codedWords(stem: string): [string, string, string] {
  const [one, two, three] = stem.match(/\b[A-Z]{5}\b/g) as unknown as [string, string, string]
  return stem.startsWith('If') ? [two, one, three] : [one, two, three]
}
const likewise = (_: unknown, stem: string) => movedLike(...codedWords(stem))
const sumOf = (word: string) =>
  lettersOf(word).reduce((sum, letter) => sum + alphabet.indexOf(letter) + 1, 0)

/** Solves the questions of every template of these families in another way than its generator:
 *  by simulation, counting or search, from the English stem alone. `n`: its numbers in order. */
const solvers: Solvers = {
  percentages: {
    passMark: ([share, got, short]) =>
      first((total) => near((share! / 100) * total - got!, short!)),
    riseAndFall: ([start, rise, fall]) => {
      const up = start! + (start! / 100) * rise!
      return up - (up / 100) * fall!
    },
    dearerGoods: ([rise]) => 100 - 100 / (1 + rise! / 100),
    election: ([share, margin]) =>
      first((votes) => near((votes / 100) * share! - (votes / 100) * (100 - share!), margin!)),
    spendAndSpend: ([one, two, left]) =>
      first((income) => {
        const rest = income - (income / 100) * one!
        return near(rest - (rest / 100) * two!, left!)
      }),
  },
  simpleAndCompoundInterest: {
    groupLoan: ([loan, rate, months]) =>
      row(months!).reduce((owed) => owed + (loan! * rate!) / 1200, loan!),
    manifold: (n) => {
      const [few, years, many] = n.length === 2 ? [2, ...n] : n
      return first((time) => near(1 + ((few! - 1) / years!) * time, many!))
    },
    compound: ([sum, rate, years]) =>
      row(years!).reduce((grown) => grown + (grown * rate!) / 100, sum!) - sum!,
    difference: ([rate, , gap]) =>
      first((sum) => near(sum * (1 + rate! / 100) ** 2 - sum - (sum / 50) * rate!, gap!)),
    twoAmounts: ([one, early, two, late]) =>
      first((sum) => near((one! - sum) / early!, (two! - sum) / late!)),
    rateOfDeposit: ([sum, grown, years]) =>
      first((rate) => near(sum! + (years! * sum! * rate) / 100, grown!), 0.5, 0.5),
  },
  timeAndWork: {
    together: ([slow, fast]) => stepsToFinish(1 / slow! + 1 / fast!),
    otherAlone: ([both, alone]) => first((days) => near(1 / alone! + 1 / days, 1 / both!)),
    labourers: ([workers, days, gone, change], stem) => {
      const now = workers! + (stem.includes('join') ? change! : -change!)
      return stepsToFinish(now / (workers! * (days! - gone!)))
    },
    leftMidway: ([one, other, stayed]) => {
      const left = row(stayed!).reduce((left) => left - 1 / one! - 1 / other!, 1)
      return stepsToFinish(1 / other! / left)
    },
    threePipes: ([one, other, drain]) => stepsToFinish(1 / one! + 1 / other! - 1 / drain!),
    twiceAsGood: (n) => {
      const [times, gap] = n.length === 1 ? [2, ...n] : n
      const mason = first((days) => near(times! * days - days, gap!))
      return stepsToFinish(1 / mason + 1 / (times! * mason))
    },
  },
  speedAndDistance: {
    platform: ([train, speed, seconds]) => (speed! * 1000 * seconds!) / 3600 - train!,
    thereAndBack: ([going, coming]) => 2 / (1 / going! + 1 / coming!),
    lateForSchool: ([slow, late, fast, early]) =>
      first((km) => near((km / slow!) * 60 - late!, (km / fast!) * 60 + early!), 0.5, 0.5),
    ferry: ([boat, stream, away]) =>
      stepsToFinish((boat! + stream!) / away!) + stepsToFinish((boat! - stream!) / away!),
    twoBuses: ([apart, one, other], stem) => {
      const wait = stem.includes('Two hours') ? 120 : 60
      const met = (minute: number) => minute * one! + (minute - wait) * other! >= apart! * 60
      return (first(met, wait) * one!) / 60
    },
    chase: ([lead, thief, police]) => first((run) => near(run / thief!, (run + lead!) / police!)),
  },
  hcfAndLcm: {
    leavingTogether: (n) => first((time) => n.every((every) => time % every === 0)),
    milkCans: (n) => row(Math.min(...n)).findLast((size) => n.every((can) => can % size === 0))!,
    rowsOfPupils: ([one, two, three, rest]) =>
      first((all) => [one!, two!, three!].every((each) => all % each === rest), rest! + 1),
    otherNumber: ([hcf, lcm, known]) =>
      first((other) => {
        const shared = row(known!).findLast((size) => known! % size === 0 && other % size === 0)
        return shared === hcf && first((all) => all % known! === 0 && all % other === 0) === lcm
      }),
    sameRemainder: ([one, two, three, rest]) =>
      row(one!).findLast((size) => [one!, two!, three!].every((each) => each % size === rest))!,
  },
  letterCoding: {
    evenShift: likewise,
    alternating: likewise,
    turnedRound: (_, stem) => {
      const [known, code, word] = codedWords(stem)
      return movedLike(backwards(known), code, backwards(word))
    },
    fromTheEnd: (_, stem) =>
      lettersOf(codedWords(stem)[2])
        .map((letter) => backwards(alphabet)[alphabet.indexOf(letter)]!)
        .join(''),
    worth: ([one], stem) => {
      const [known, , word] = codedWords(stem)
      return sumOf(word) + one! - sumOf(known)
    },
    letterGroups: (_, stem) => {
      const [one, two, , last] = stem.match(/\b[A-Z]{3}\b/g)!
      return movedLike(one, two!, last!)
    },
  },
  calendar: {
    someYearsLater: (_, stem) => nameOf(dateOf(/(\d+ \w+ \d+)\?/.exec(stem)![1]!)),
    sameYear: (_, stem) => {
      const [, from, name, to] = /If (.+) of a year is a (\w+), .* is (.+) of the/.exec(stem)!
      const year = first((year) => nameOf(dateOf(`${from!} ${year}`)) === name, 2001)
      return nameOf(dateOf(`${to!} ${year}`))
    },
    daysFromToday: ([days], stem) =>
      nameAfter(/is (\w+)\./.exec(stem)![1]!, stem.includes('ago') ? -days! : days!),
    leapYear: (_, __, years) => years.find((year) => isDate(`29 February ${year}`))!,
    calendarAgain: ([year]) => {
      const marks = (year: number) =>
        ['1 January', '29 February', '31 December'].map((date) => nameOf(dateOf(`${date} ${year}`)))
      return first((next) => marks(next).join() === marks(year!).join(), year! + 1)
    },
    daysBetween: ([, , year], stem) => {
      const [, from, to] = /from (\d+ \w+) to (\d+ \w+)/.exec(stem)!
      return (dateOf(`${to!} ${year!}`) - dateOf(`${from!} ${year!}`)) / day + 1
    },
    dayBeforeYesterday: ([days], stem) => {
      const [, before, word, , name] =
        /If (the day (?:before|after) )?(yesterday|tomorrow) (was|is) (\w+)/.exec(stem)!
      const away = (before ? 2 : 1) * (word === 'tomorrow' ? 1 : -1)
      return nameAfter(name!, days! - away)
    },
  },
  directionWalk: {
    straightHome: (_, stem) => {
      const legs = Array.from(stem.matchAll(/(\d+) m (\w+)/g), ([, m, way]) => [m!, way!] as const)
      return Math.hypot(...walk(legs))
    },
    twoTurns: ([one, two, three], stem) => {
      const way = /m (\w+), turns/.exec(stem)![1]!
      const turn = stem.includes('right') ? 2 : -2
      const legs = [one!, two!, three!].map((m, i) => [`${m}`, turned(way, turn * i)] as const)
      const [east, north] = walk(legs)
      return `${north > 0 ? 'North' : 'South'}-${east > 0 ? 'east' : 'west'}`
    },
    degreesTurned: (_, stem) => {
      const turns = Array.from(stem.matchAll(/(\d+)° (\w+)/g), ([, angle, way]) =>
        way === 'clockwise' ? Number(angle) / 45 : -Number(angle) / 45,
      )
      return capital(turns.reduce(turned, /facing (\S+) turns/.exec(stem)![1]!))
    },
    busAtCrossings: (_, stem) => {
      const turns = stem.match(/\b(left|right)\b/g)!.map((side) => (side === 'right' ? 2 : -2))
      return capital(turns.reduce(turned, /going (\w+) turns/.exec(stem)![1]!))
    },
    renamedCompass: (_, stem) => {
      const [, old, fresh, asked] = /If (\S+) is called (\S+) .* what is (\S+) called/.exec(stem)!
      return capital(turned(asked!, compass.indexOf(fresh!) - compass.indexOf(old!)))
    },
    ownShadow: (_, stem) => {
      const side = stem.includes('behind') ? 4 : stem.includes('left') ? 6 : 2
      return capital(turned(stem.includes('sunrise') ? 'west' : 'east', -side))
    },
  },
  ranking: {
    bothEnds: ([left, right]) => first((all) => fromEnd(all, left!) === right),
    fromTheOtherEnd: ([all, left]) => fromEnd(all!, left!),
    changedPlaces: ([, right, after]) => first((all) => fromEnd(all, after!) === right),
    between: ([all, left, right]) =>
      row(all!).filter((place) => place > left! && fromEnd(all!, place) > right!).length,
    thosePassed: ([top, bottom, failed]) =>
      first((passed) => fromEnd(passed, top!) === bottom) + failed!,
    someRanksAhead: ([all, ahead, last]) =>
      row(all!).find((place) => fromEnd(all!, place + ahead!) === last)!,
  },
}

describe('keys of generated questions', () => {
  it.each(Object.keys(solvers))('%s keys equal the answers of an independent solver', (family) => {
    for (const { template, question } of ofFamily(family)) {
      const solver = solvers[family]![template]
      expect(solver, template).toBeDefined()
      expect(rightOptions(solver!, question), question.stem.en).toEqual(
        question.options.map((_, place) => place === question.correct),
      )
    }
  })
})
