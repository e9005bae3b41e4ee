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

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

/** 'Monday 320; Tuesday 80.' -> [['Monday', 320], …] */
const tableOf = (stem: string) =>
  Array.from(stem.split('\n')[1]!.matchAll(/(\w+) (\d+)[;.]/g), ([, name, value]) => ({
    name: name!,
    value: Number(value),
  }))
const askedIn = (stem: string) => stem.split('\n')[2]!
const cellsIn = (stem: string) => {
  const asked = askedIn(stem)
  return tableOf(stem)
    .map((cell) => ({ ...cell, at: asked.search(new RegExp(`\\b${cell.name}\\b`)) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at)
    .map(({ value }) => value)
}

/** Fills a tank of size 1 at so much an hour until it is full, in steps of an hour. */
const hoursToFill = (rate: number, done = 0) => first((hours) => done + rate * hours > 1 - 1e-9)

const solvers: Solvers = {
  numberSystem: {
    unitDigit: (_, stem) => {
      const powers = Array.from(stem.matchAll(/(\d+)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)/g), ([, base, raised]) => {
        const power = Array.from(raised!, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(digit)).join('')
        return BigInt(base!) ** BigInt(power)
      })
      return Number(powers.reduce((all, power) => all * power) % 10n)
    },
    missingDigit: (_, stem, options) => {
      const [, shown, divisor] = /number ([\d*]+) is .* by (\d+)/.exec(stem)!
      const digits = range(0, 9).filter(
        (digit) => Number(shown!.replace('*', `${digit}`)) % Number(divisor) === 0,
      )
      return onlyOne(options, (option) => digits.includes(Number(option)))
    },
    changeToDivide: ([number, divisor], stem) =>
      first((more) => (number! + (stem.includes('added') ? more : -more)) % divisor! === 0),
    countMultiples: ([from, to, one, other]) =>
      range(from! + 1, to! - 1).filter((number) => number % one! === 0 && number % other! === 0)
        .length,
    smallerDivisor: ([rest, big, divisor]) => (big! * 35 + rest!) % divisor!,
  },
  simplification: {
    orderOfOperations: (_, stem) => evaluate(stem),
    nestedBrackets: (_, stem) => evaluate(stem),
    decimalQuotient: (_, stem) => evaluate(stem.replace(/\.$/, '')),
    fractionOfRest: ([all, a, b, c, d]) => {
      const rest = all! - (all! / b!) * a!
      return rest - (rest / d!) * c!
    },
    fractionSum: ([a, b, c, d]) => a! / b! + c! / d!,
    surds: (_, stem, options) => {
      const roots = (text: string) =>
        Array.from(text.matchAll(/([−]?) ?(\d*)√(\d+)/g), ([, minus, times, under]) => {
          const root = Number(times || 1) * Math.sqrt(Number(under))
          return minus ? -root : root
        })
      const value = sumOf(roots(stem))
      return onlyOne(options, (option) => near(sumOf(roots(option)), value))
    },
  },
  algebra: {
    sumWithReciprocal: (n, stem) => {
      const value = n[1]!
      const sign = stem.includes('x + 1/x =') ? -4 : 4
      const x = (value + Math.sqrt(value * value + sign)) / 2
      return Math.round(x * x + 1 / (x * x))
    },
    sumAndProduct: ([sum, product]) => {
      const a = first((a) => a * (sum! - a) === product!)
      return a * a + (sum! - a) ** 2
    },
    twoPrices: ([a, b, one, c, d, two]) =>
      first((book) => near(((one! - b! * book) / a!) * c! + d! * book, two!)),
    consecutive: ([count, sum]) => {
      const numbers = (start: number) => range(0, count! - 1).map((step) => start + 2 * step)
      return numbers(first((start) => sumOf(numbers(start)) === sum)).at(-1)!
    },
    reversedDigits: ([sum, gap]) =>
      onlyOne(range(10, 99), (number) => {
        const [tens, units] = [Math.floor(number / 10), number % 10]
        return tens + units === sum && 10 * units + tens - number === gap
      }),
  },
  geometry: {
    triangleRatio: (parts) => {
      const unit = first((unit) => near(sumOf(parts.map((part) => part * unit)), 180), 0.5, 0.5)
      return (Math.max(...parts) - Math.min(...parts)) * unit
    },
    exteriorAngle: ([outside, one]) => first((angle) => one! + angle + 180 - outside! === 180),
    polygonSides: ([inside]) => first((sides) => near(((sides - 2) * 180) / sides, inside!), 3),
    wallHeight: ([length, base]) => first((height) => near(Math.hypot(height, base!), length!)),
    supplementary: ([more, times = 2], stem) => {
      const whole = stem.includes('complementary') ? 90 : 180
      return first((big) => near((whole - big) * times + more!, big))
    },
  },
  pipesAndBoats: {
    leak: ([fill, late]) => first((hours) => near(1 / fill! - 1 / hours, 1 / late!)),
    closedEarly: ([one, other, opened]) =>
      hoursToFill(1 / other!, opened! * (1 / one! + 1 / other!)),
    stillWater: ([away, down, back, up], stem) => {
      const boat = first((boat) => near(boat - back! / up!, away! / down! - boat), 0.5, 0.5)
      return stem.includes('of the stream') ? away! / down! - boat : boat
    },
    upstreamTime: ([boat, stream, down]) =>
      first((hours) => (boat! - stream!) * hours >= (boat! + stream!) * down!),
  },
  trains: {
    passingTrains: ([one, other, fast, slow], stem) => {
      const speed = stem.includes('same direction') ? fast! - slow! : fast! + slow!
      return first((seconds) => (speed * 1000 * seconds) / 3600 >= one! + other! - 1e-6)
    },
    poleAndBridge: ([short, bridge, long]) =>
      first((train) => near(train / short!, (train + bridge!) / long!)),
    runningMan: ([train, man, seconds]) => ((train! - man!) * 1000 * seconds!) / 3600,
    withStops: ([moving, stopped]) =>
      first((minutes) => near((moving! * (60 - minutes)) / 60, stopped!)),
  },
  mixturesAndAges: {
    meanPrice: ([cheap, dear, mean], _, options) =>
      onlyOne(options, (option) => {
        const [a = 0, b = 0] = option.split(' : ').map(Number)
        return near((a * cheap! + b * dear!) / (a + b), mean!)
      }),
    replacedMilk: ([whole, drawn]) =>
      [1, 2].reduce((milk) => milk - (milk / whole!) * drawn!, whole!),
    purerSolution: ([litres, from, to]) =>
      first((water) => near((litres! * from!) / (litres! + water), to!)),
    parentAndChild: ([times, later, then = 2]) =>
      times! * first((child) => times! * child + later! === then * (child + later!)),
    agesInRatio: ([a, b, years, c, d]) => {
      const unit = first((unit) => near((a! * unit + years!) / (b! * unit + years!), c! / d!))
      return (a! + b!) * unit
    },
  },
  discounts: {
    equivalentDiscount: ([one, two]) => {
      const price = [one!, two!].reduce((price, off) => price - (price * off) / 100, 1000)
      return (1000 - price) / 10
    },
    buyAndGet: ([paid, free]) => 100 - (paid! * 100) / (paid! + free!),
    markupNeeded: ([gain, discount]) =>
      first((markup) => near(((100 + markup) * (100 - discount!)) / 100, 100 + gain!)),
    workingPartner: ([first, second, share, profit]) => {
      const pay = (profit! / 100) * share!
      return Math.round(pay + (profit! - pay) / (1 + second! / first!))
    },
  },
  dataTables: {
    averageOfTable: (_, stem) => sumOf(tableOf(stem).map(({ value }) => value)) / 5,
    riseInTable: (_, stem) => {
      const [late, early] = cellsIn(stem) as [number, number]
      return first((percent) => near(early + (early * percent) / 100, late))
    },
    angleInPie: (_, stem) => {
      const [value] = cellsIn(stem) as [number]
      const all = sumOf(tableOf(stem).map((cell) => cell.value))
      return first((angle) => near(angle / 360, value / all))
    },
    twoAgainstOne: (_, stem) => {
      const [one, other, third] = cellsIn(stem) as [number, number, number]
      return one + other - third
    },
  },
  chanceAndStatistics: {
    ballFromBag: ([red, blue, green]) => {
      const bag = ['red', 'blue', 'green'].flatMap((colour, place) =>
        Array<string>([red!, blue!, green!][place]!).fill(colour),
      )
      return bag.filter((ball) => ball !== 'red').length / bag.length
    },
    sumOfTwoThrows: ([sum]) => {
      const throws = range(1, 6).flatMap((one) => range(1, 6).map((other) => one + other))
      return throws.filter((shown) => shown === sum).length / throws.length
    },
    numberedCards: (n) => {
      const [, all, one] = n
      return range(1, all!).filter((number) => number % one! === 0).length / all!
    },
    medianOfData: (n) => {
      const middle = n.filter((value) => {
        const below = n.filter((other) => other < value).length
        return Math.abs(below - (n.length - 1) / 2) < 1
      })
      return sumOf(middle) / middle.length
    },
  },
}

describe('keys of generated mathematics questions', () => {
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
