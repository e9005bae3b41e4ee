import { makeQuestion, type QuestionTemplate } from './question.ts'

const topics = ['reasoning']

const letterAt = (number: number) => String.fromCharCode(((((number - 1) % 26) + 26) % 26) + 65)
const next = (letter: string, steps: number) => letterAt(letter.charCodeAt(0) - 64 + steps)

const growingSteps: QuestionTemplate = (random) => {
  const { start, first, more } = random.drawUntil(
    () => ({
      start: random.integer(1, 8),
      first: random.integer(1, 4),
      more: random.integer(1, 2),
    }),
    ({ start, first, more }) => start + 5 * first + 10 * more <= 26,
  )
  const places = [0, 1, 2, 3, 4, 5].map(
    (count) => start + count * first + (more * count * (count - 1)) / 2,
  )
  const shown = places.slice(0, 5).map(letterAt).join(', ')
  const key = letterAt(places[5]!)
  const steps = places.slice(1).map((place, index) => `+${place - places[index]!}`)
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಈ ಅಕ್ಷರ ಸರಣಿಯಲ್ಲಿ ಮುಂದಿನ ಅಕ್ಷರ ಯಾವುದು?\n${shown}, ?`,
      te: `ఈ అక్షర శ్రేణిలో తర్వాతి అక్షరం ఏది?\n${shown}, ?`,
      en: `Which is the next letter in this series?\n${shown}, ?`,
    },
    right: key,
    wrong: [next(key, -more), next(key, 1), next(key, -1), next(key, 2), next(key, -2)],
    why: {
      kn: `ವರ್ಣಮಾಲೆಯಲ್ಲಿ ಈ ಅಕ್ಷರಗಳ ಸ್ಥಾನಗಳು ${places.join(', ')}; ಅವುಗಳ ವ್ಯತ್ಯಾಸಗಳು ${steps.join(', ')}. ವ್ಯತ್ಯಾಸ ಪ್ರತಿ ಸಲ ${more} ಹೆಚ್ಚುತ್ತದೆ, ಆದ್ದರಿಂದ ಮುಂದಿನ ಅಕ್ಷರ ${key}.`,
      te: `వర్ణమాలలో ఈ అక్షరాల స్థానాలు ${places.join(', ')}; వాటి మధ్య తేడాలు ${steps.join(', ')}. తేడా ప్రతిసారీ ${more} పెరుగుతుంది, కాబట్టి తర్వాతి అక్షరం ${key}.`,
      en: `The places in the alphabet are ${places.join(', ')}, and the differences are ${steps.join(', ')}. The difference grows by ${more} each time, so the next letter is ${key}.`,
    },
  })
}

const lettersAndNumbers: QuestionTemplate = (random) => {
  const rule = random.pick([
    {
      kn: 'ವರ್ಣಮಾಲೆಯಲ್ಲಿ ಅದರ ಸ್ಥಾನದ ವರ್ಗ',
      te: 'వర్ణమాలలో దాని స్థాన సంఖ్యకు వర్గం',
      en: 'the square of its place in the alphabet',
      of: (n: number) => n * n,
    },
    {
      kn: 'ವರ್ಣಮಾಲೆಯಲ್ಲಿ ಅದರ ಸ್ಥಾನದ ಎರಡು ಪಟ್ಟಿಗಿಂತ 1 ಹೆಚ್ಚು',
      te: 'వర్ణమాలలో దాని స్థానానికి రెండు రెట్ల కంటే 1 ఎక్కువ',
      en: '1 more than twice its place in the alphabet',
      of: (n: number) => 2 * n + 1,
    },
    {
      kn: 'ವರ್ಣಮಾಲೆಯಲ್ಲಿ ಅದರ ಸ್ಥಾನದ 3 ಪಟ್ಟು',
      te: 'వర్ణమాలలో దాని స్థానానికి 3 రెట్లు',
      en: '3 times its place in the alphabet',
      of: (n: number) => 3 * n,
    },
    {
      kn: 'ವರ್ಣಮಾಲೆಯ ಕೊನೆಯಿಂದ ಎಣಿಸಿದಾಗ ಅದರ ಸ್ಥಾನ',
      te: 'వర్ణమాల చివరి నుంచి లెక్కిస్తే వచ్చే దాని స్థాన సంఖ్య',
      en: 'its place counted from the end of the alphabet',
      of: (n: number) => 27 - n,
    },
  ])
  const { start, step } = random.drawUntil(
    () => ({ start: random.integer(1, 6), step: random.integer(2, 4) }),
    ({ start, step }) => start + 4 * step <= 24,
  )
  const term = (count: number) => {
    const place = start + count * step
    return `${letterAt(place)}${rule.of(place)}`
  }
  const shown = [0, 1, 2, 3].map(term).join(', ')
  const place = start + 4 * step
  const letter = letterAt(place)
  const value = rule.of(place)
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಸರಣಿಯಲ್ಲಿ ಮುಂದೆ ಬರುವುದು ಯಾವುದು?\n${shown}, ?`,
      te: `శ్రేణిలో తర్వాత వచ్చేది ఏది?\n${shown}, ?`,
      en: `What comes next in the series?\n${shown}, ?`,
    },
    right: `${letter}${value}`,
    wrong: [
      `${next(letter, 1)}${value}`,
      `${letter}${value + step}`,
      `${letter}${value - 1}`,
      `${next(letter, -1)}${value}`,
    ],
    why: {
      kn: `ಅಕ್ಷರಗಳು ಪ್ರತಿ ಸಲ ${step} ಸ್ಥಾನ ಮುಂದೆ ಸಾಗುತ್ತವೆ; ಅಕ್ಷರದ ಜೊತೆಗಿನ ಸಂಖ್ಯೆ ${rule.kn}. ಮುಂದಿನ ಅಕ್ಷರ ${letter} (ಸ್ಥಾನ ${place}), ಸಂಖ್ಯೆ ${value}.`,
      te: `అక్షరాలు ప్రతిసారీ ${step} స్థానాలు ముందుకు వెళ్తాయి; అక్షరం పక్కనున్న సంఖ్య ${rule.te}. తర్వాతి అక్షరం ${letter} (స్థానం ${place}), సంఖ్య ${value}.`,
      en: `The letters move ${step} places forward each time, and the number beside a letter is ${rule.en}. The next letter is ${letter}, whose place is ${place}, and the number beside it is ${value}.`,
    },
  })
}

const repeatedPattern: QuestionTemplate = (random) => {
  const { unit, blanks } = random.drawUntil(
    () => {
      const unit = random.pick(['AABB', 'ABCA', 'ABBC', 'AABC', 'ABCC', 'ABAC', 'ABBCA', 'AABCB'])
      const length = unit.length * 3
      const blanks = random
        .shuffled(Array.from({ length }, (_, place) => place))
        .slice(0, 5)
        .sort((one, other) => one - other)
      return { unit, blanks }
    },
    ({ unit, blanks }) => {
      const text = unit.repeat(3)
      const shown = Array.from(text, (letter, place) => (blanks.includes(place) ? '_' : letter))
      const apart = blanks.every((place, index) => index === 0 || place > blanks[index - 1]! + 1)
      // Each place of the unit must be readable in one of its three repetitions.
      const isReadable = Array.from(unit).every((_, place) =>
        [0, 1, 2].some((round) => shown[place + round * unit.length] !== '_'),
      )
      return apart && isReadable
    },
  )
  const text = unit.repeat(3)
  const shown = Array.from(text, (letter, place) => (blanks.includes(place) ? '_' : letter)).join(
    ' ',
  )
  const key = blanks.map((place) => text[place]!).join('')
  const letters = Array.from(new Set(unit))
  const changed = (at: number, by: number) =>
    Array.from(key, (letter, place) =>
      place === at ? letters[(letters.indexOf(letter) + by) % letters.length]! : letter,
    ).join('')
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಖಾಲಿ ಸ್ಥಳಗಳಲ್ಲಿ ಕ್ರಮವಾಗಿ ಯಾವ ಅಕ್ಷರಗಳನ್ನು ತುಂಬಿದರೆ ಒಂದೇ ವಿನ್ಯಾಸ ಮೂರು ಸಲ ಮರುಕಳಿಸುತ್ತದೆ?\n${shown}`,
      te: `ఖాళీల్లో వరుసగా ఏ అక్షరాలను నింపితే ఒకే అమరిక మూడుసార్లు పునరావృతమవుతుంది?\n${shown}`,
      en: `Which letters, put in the blanks in order, make one pattern repeat itself three times?\n${shown}`,
    },
    right: key,
    wrong: [changed(1, 1), changed(3, 1), changed(0, 1), changed(4, 1), changed(2, 1)],
    why: {
      kn: `ಮರುಕಳಿಸುವ ವಿನ್ಯಾಸ ${unit}; ಪೂರ್ಣ ಸರಣಿ ${unit} ${unit} ${unit}. ಖಾಲಿ ಸ್ಥಳಗಳಲ್ಲಿ ಬರುವುದು ${key}. ಒಟ್ಟು ಅಕ್ಷರಗಳನ್ನು ಎಣಿಸಿ ಸಮಾನ ಭಾಗಗಳಾಗಿ ವಿಂಗಡಿಸಿದರೆ ವಿನ್ಯಾಸ ಬೇಗ ಕಾಣುತ್ತದೆ.`,
      te: `పునరావృతమయ్యే అమరిక ${unit}; పూర్తి శ్రేణి ${unit} ${unit} ${unit}. ఖాళీల్లో వచ్చేవి ${key}. మొత్తం అక్షరాలను లెక్కించి సమాన భాగాలుగా విడదీస్తే అమరిక త్వరగా కనిపిస్తుంది.`,
      en: `The pattern is ${unit}, and the whole series ${unit} ${unit} ${unit}. The blanks take ${key}. Counting the letters and dividing them into equal parts shows the pattern quickly.`,
    },
  })
}

export const letterSeries: readonly QuestionTemplate[] = [
  growingSteps,
  repeatedPattern,
  lettersAndNumbers,
]
