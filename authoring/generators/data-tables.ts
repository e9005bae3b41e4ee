import { grouped, isWhole, percent } from './amounts.ts'
import {
  makeQuestion,
  numericAnswers,
  type QuestionTemplate,
  type Translations,
} from './question.ts'
import type { SeededRandom } from './seeded-random.ts'

const topics = ['arithmetic', 'mathematics']

type Table = { title: Translations; rows: Translations[]; unit: Translations; step: number }

const text = (kn: string, te: string, en: string): Translations => ({ kn, te, en })

const tables: readonly Table[] = [
  {
    title: text(
      'ಐದು ದಿನಗಳಲ್ಲಿ ಟಿಕೆಟ್ ಪಡೆದ ಪ್ರಯಾಣಿಕರ ಸಂಖ್ಯೆ',
      'ఐదు రోజుల్లో టికెట్ తీసుకున్న ప్రయాణికుల సంఖ్య',
      'Passengers who bought tickets on five days',
    ),
    rows: [
      text('ಸೋಮವಾರ', 'సోమవారం', 'Monday'),
      text('ಮಂಗಳವಾರ', 'మంగళవారం', 'Tuesday'),
      text('ಬುಧವಾರ', 'బుధవారం', 'Wednesday'),
      text('ಗುರುವಾರ', 'గురువారం', 'Thursday'),
      text('ಶುಕ್ರವಾರ', 'శుక్రవారం', 'Friday'),
    ],
    unit: text('ಪ್ರಯಾಣಿಕರು', 'ప్రయాణికులు', 'passengers'),
    step: 20,
  },
  {
    title: text(
      'ಐದು ಊರುಗಳಲ್ಲಿ ನೆಟ್ಟ ಸಸಿಗಳ ಸಂಖ್ಯೆ',
      'ఐదు ఊళ్లలో నాటిన మొక్కల సంఖ్య',
      'Saplings planted in five villages',
    ),
    rows: ['P', 'Q', 'R', 'S', 'T'].map((name) => text(name, name, name)),
    unit: text('ಸಸಿಗಳು', 'మొక్కలు', 'saplings'),
    step: 25,
  },
  {
    title: text(
      'ಐದು ತಿಂಗಳುಗಳಲ್ಲಿ ಕಾರ್ಖಾನೆಯೊಂದು ತಯಾರಿಸಿದ ಸೈಕಲ್‌ಗಳ ಸಂಖ್ಯೆ',
      'ఐదు నెలల్లో ఒక కర్మాగారం తయారుచేసిన సైకిళ్ల సంఖ్య',
      'Bicycles made by a factory in five months',
    ),
    rows: [
      text('ಜನವರಿ', 'జనవరి', 'January'),
      text('ಫೆಬ್ರವರಿ', 'ఫిబ్రవరి', 'February'),
      text('ಮಾರ್ಚ್', 'మార్చి', 'March'),
      text('ಏಪ್ರಿಲ್', 'ఏప్రిల్', 'April'),
      text('ಮೇ', 'మే', 'May'),
    ],
    unit: text('ಸೈಕಲ್‌ಗಳು', 'సైకిళ్లు', 'bicycles'),
    step: 30,
  },
]

type Filled = { table: Table; values: number[]; shown: Translations }

/** A table whose five values differ, written in one line under its title. */
function filled(random: SeededRandom, isUsable: (values: number[]) => boolean): Filled {
  const table = random.pick(tables)
  const values = random.drawUntil(
    () => table.rows.map(() => random.integer(4, 24) * table.step),
    (values) => new Set(values).size === 5 && isUsable(values),
  )
  const line = (locale: keyof Translations) =>
    `${table.title[locale]}:\n` +
    table.rows.map((row, index) => `${row[locale]} ${values[index]!}`).join('; ') +
    '.\n'
  return { table, values, shown: { kn: line('kn'), te: line('te'), en: line('en') } }
}

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value)

const averageOfTable: QuestionTemplate = (random) => {
  const { values, shown } = filled(random, (values) => isWhole(total(values) / 5))
  const sum = total(values)
  const answer = sum / 5
  const middle = values.toSorted((one, other) => one - other)[2]!
  const ends = (Math.max(...values) + Math.min(...values)) / 2
  const working = `${values.join(' + ')} = ${grouped(sum)}; ${grouped(sum)} ÷ 5 = ${answer}`
  const isMiddle = middle === answer
  const caution = {
    kn: isMiddle ? `ಇಲ್ಲಿ ಮಧ್ಯಾಂಕವೂ ${middle}, ಆದರೆ ಯಾವಾಗಲೂ ಹೀಗಿರುವುದಿಲ್ಲ` : `ಮಧ್ಯಾಂಕ ${middle} ಸರಾಸರಿಯಲ್ಲ`,
    te: isMiddle ? `ఇక్కడ మధ్యగతం కూడా ${middle}, కానీ ఎప్పుడూ ఇలాగే ఉండదు` : `మధ్యగతం ${middle} సగటు కాదు`,
    en: isMiddle
      ? `here the median too is ${middle}, but it is not always so`
      : `the median, ${middle}, is not the average`,
  }
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${shown.kn}ಈ ಐದು ಸಂಖ್ಯೆಗಳ ಸರಾಸರಿ ಎಷ್ಟು?`,
      te: `${shown.te}ఈ ఐదింటి సగటు ఎంత?`,
      en: `${shown.en}What is the average of the five numbers?`,
    },
    ...numericAnswers(answer, [middle, ends, sum / 4], 10),
    why: {
      kn: `ಒಟ್ಟು ${working}. ಸರಾಸರಿಗೆ ಎಲ್ಲ ಸಂಖ್ಯೆಗಳನ್ನೂ ಕೂಡಿಸಿ, ಅವು ಎಷ್ಟಿವೆಯೋ ಅಷ್ಟರಿಂದ ಭಾಗಿಸಬೇಕು; ${caution.kn}.`,
      te: `మొత్తం ${working}. సగటు కోసం అన్ని సంఖ్యలనూ కూడి, అవి ఎన్ని ఉన్నాయో ఆ సంఖ్యతో భాగించాలి; ${caution.te}.`,
      en: `The total is ${working}. An average is the sum of all the values divided by their number; ${caution.en}.`,
    },
  })
}

const riseInTable: QuestionTemplate = (random) => {
  const { table, values, shown } = filled(random, (values) =>
    isWhole(((values[4]! - values[1]!) * 100) / values[1]!),
  )
  const [early, late] = [values[1]!, values[4]!]
  const [from, to] = [table.rows[1]!, table.rows[4]!]
  const gap = late - early
  const answer = (gap * 100) / early
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${shown.kn}'${to.kn}' ಎದುರಿನ ಸಂಖ್ಯೆಯು '${from.kn}' ಎದುರಿನ ಸಂಖ್ಯೆಗಿಂತ ಶೇಕಡಾ ಎಷ್ಟು ಹೆಚ್ಚು?`,
      te: `${shown.te}'${to.te}' ఎదురుగా ఉన్న సంఖ్య '${from.te}' ఎదురుగా ఉన్న సంఖ్య కంటే ఎంత శాతం ఎక్కువ?`,
      en: `${shown.en}By what per cent is the number for ${to.en} more than that for ${from.en}?`,
    },
    ...numericAnswers(
      answer,
      [
        Math.round((gap * 100) / late),
        (late * 100) / early,
        Math.round((gap * 100) / total(values)),
      ],
      5,
      percent,
    ),
    why: {
      kn: `ವ್ಯತ್ಯಾಸ ${late} − ${early} = ${gap}. ಹೋಲಿಸಬೇಕಾದದ್ದು '${from.kn}' ಎದುರಿನ ಸಂಖ್ಯೆಯೊಂದಿಗೆ, ಆದ್ದರಿಂದ ${gap} ÷ ${early} × 100 = ${answer}%. ಯಾವ ಸಂಖ್ಯೆಯೊಂದಿಗೆ ಹೋಲಿಸುತ್ತೇವೋ ಅದು ಯಾವಾಗಲೂ ಛೇದದಲ್ಲಿರಬೇಕು.`,
      te: `తేడా ${late} − ${early} = ${gap}. పోలిక '${from.te}' ఎదురుగా ఉన్న సంఖ్యతో, కాబట్టి ${gap} ÷ ${early} × 100 = ${answer}%. హారంలో ఎప్పుడూ దేనితో పోలుస్తున్నామో ఆ సంఖ్య ఉండాలి.`,
      en: `The difference is ${late} − ${early} = ${gap}. The comparison is with ${from.en}, so it is ${gap} ÷ ${early} × 100 = ${answer}%. The number we compare with always goes in the denominator.`,
    },
  })
}

const angleInPie: QuestionTemplate = (random) => {
  const { table, values, shown } = filled(random, (values) =>
    isWhole((values[2]! * 360) / total(values)),
  )
  const sum = total(values)
  const [row, value] = [table.rows[2]!, values[2]!]
  const answer = (value * 360) / sum
  const added = `${values.join(' + ')} = ${grouped(sum)}`
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${shown.kn}ಇದನ್ನು ವೃತ್ತ ನಕ್ಷೆಯಲ್ಲಿ (pie chart) ತೋರಿಸಿದರೆ '${row.kn}' ಭಾಗದ ಕೇಂದ್ರ ಕೋನ ಎಷ್ಟು?`,
      te: `${shown.te}దీన్ని వృత్తరేఖా చిత్రంలో (pie chart) చూపితే '${row.te}' భాగపు కేంద్ర కోణం ఎంత?`,
      en: `${shown.en}In a pie chart of these data, what is the central angle of the sector for ${row.en}?`,
    },
    ...numericAnswers(
      answer,
      [(value * 100) / sum, (value * 180) / sum, 360 - answer],
      6,
      (angle) => `${grouped(angle)}°`,
    ),
    why: {
      kn: `ಒಟ್ಟು ${added}; ಇದು 360°ಗೆ ಸಮ. '${row.kn}' ಭಾಗಕ್ಕೆ ${value} ÷ ${grouped(sum)} × 360° = ${answer}°. ಶೇಕಡಾವಾರು ಬೇಕಾದಾಗ ಮಾತ್ರ 100ರಿಂದ ಗುಣಿಸಬೇಕು.`,
      te: `మొత్తం ${added}; దీనిని 360° కోణం సూచిస్తుంది. '${row.te}' భాగానికి ${value} ÷ ${grouped(sum)} × 360° = ${answer}°. శాతం కావాలంటేనే 100తో గుణించాలి.`,
      en: `The total is ${added}, which corresponds to 360°. The angle of the sector for ${row.en} is ${value} ÷ ${grouped(sum)} × 360° = ${answer}°. Multiplying by 100 would give a percentage.`,
    },
  })
}

const twoAgainstOne: QuestionTemplate = (random) => {
  const { table, values, shown } = filled(
    random,
    ([a = 0, , c = 0, d = 0]) => a + c > d + 60 && a + c !== 2 * d,
  )
  const [one, other, third] = [values[0]!, values[2]!, values[3]!]
  const [first, second, last] = [table.rows[0]!, table.rows[2]!, table.rows[3]!]
  const answer = one + other - third
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${shown.kn}'${first.kn}' ಮತ್ತು '${second.kn}' ಎದುರಿನ ಸಂಖ್ಯೆಗಳ ಮೊತ್ತವು '${last.kn}' ಎದುರಿನ ಸಂಖ್ಯೆಗಿಂತ ಎಷ್ಟು ಹೆಚ್ಚು?`,
      te: `${shown.te}'${first.te}', '${second.te}' ఎదురుగా ఉన్న సంఖ్యల మొత్తం '${last.te}' ఎదురుగా ఉన్న సంఖ్య కంటే ఎంత ఎక్కువ?`,
      en: `${shown.en}By how many do the ${table.unit.en} for ${first.en} and ${second.en} together exceed those for ${last.en}?`,
    },
    ...numericAnswers(answer, [Math.abs(one - third), one + other, one + other + third], 20),
    why: {
      kn: `ಮೊತ್ತ ${one} + ${other} = ${one + other}; ಅದರಿಂದ ${third} ಕಳೆದರೆ ${one + other} − ${third} = ${answer}. ಕೇಳಿದ ಸಂಖ್ಯೆಗಳನ್ನಷ್ಟೇ ತೆಗೆದುಕೊಳ್ಳಬೇಕು.`,
      te: `మొత్తం ${one} + ${other} = ${one + other}; దాని నుంచి ${third} తీసివేస్తే ${one + other} − ${third} = ${answer}. అడిగిన సంఖ్యలనే తీసుకోవాలి.`,
      en: `Together they are ${one} + ${other} = ${one + other}, and ${one + other} − ${third} = ${answer}. Use only the numbers that are asked for.`,
    },
  })
}

export const dataTables: readonly QuestionTemplate[] = [
  averageOfTable,
  riseInTable,
  angleInPie,
  twoAgainstOne,
]
