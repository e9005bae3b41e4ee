import { makeQuestion, type QuestionTemplate, type Translations } from './question.ts'

const topics = ['reasoning']

/** Two words, and a third that is spelt with their letters. */
const spelt: readonly (readonly [string, string, string])[] = [
  ['ROAD', 'LINE', 'RAIN'],
  ['TEAM', 'CORD', 'CREAM'],
  ['GOLD', 'FIRE', 'GRID'],
  ['MANGO', 'PLUS', 'SONG'],
  ['BLUE', 'CART', 'TABLE'],
  ['STONE', 'PARK', 'PASTE'],
  ['HOUSE', 'TRIM', 'MOUTH'],
  ['WATER', 'LION', 'TRAIN'],
  ['PLANE', 'GIRT', 'TIGER'],
  ['CHAIR', 'STEM', 'TEACH'],
  ['BREAD', 'SILK', 'BRISK'],
  ['NIGHT', 'LAMP', 'PAINT'],
]

const digitsForLetters: QuestionTemplate = (random) => {
  const [one, other, asked] = random.pick(spelt)
  const letters = Array.from(new Set(one + other))
  const digits = random.shuffled([1, 2, 3, 4, 5, 6, 7, 8, 9, 0])
  const code = (word: string) =>
    Array.from(word, (letter) => digits[letters.indexOf(letter)]!).join('')
  const key = code(asked)
  const swapped = (at: number) => key.slice(0, at) + key[at + 1]! + key[at]! + key.slice(at + 2)
  const replaced = (at: number) => {
    const other = digits.find((digit) => !key.includes(`${digit}`))!
    return key.slice(0, at) + `${other}` + key.slice(at + 1)
  }
  const table = Array.from(asked, (letter) => `${letter} = ${digits[letters.indexOf(letter)]!}`)
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಒಂದು ಸಂಕೇತ ಭಾಷೆಯಲ್ಲಿ ${one} ಅನ್ನು ${code(one)} ಎಂದೂ ${other} ಅನ್ನು ${code(other)} ಎಂದೂ ಬರೆದರೆ, ${asked} ಅನ್ನು ಹೇಗೆ ಬರೆಯಲಾಗುತ್ತದೆ?`,
      te: `ఒక సంకేత భాషలో ${one} ను ${code(one)} అని, ${other} ను ${code(other)} అని రాస్తే, ${asked} ను ఎలా రాస్తారు?`,
      en: `In a certain code ${one} is written as ${code(one)} and ${other} as ${code(other)}. How is ${asked} written in that code?`,
    },
    right: key,
    wrong: [swapped(1), replaced(2), swapped(2), replaced(0), replaced(1)],
    why: {
      kn: `ಪ್ರತಿ ಅಕ್ಷರಕ್ಕೂ ಅದೇ ಸ್ಥಾನದಲ್ಲಿರುವ ಅಂಕಿಯೇ ಸಂಕೇತ: ${table.join(', ')}. ಆದ್ದರಿಂದ ${asked} = ${key}.`,
      te: `ప్రతి అక్షరానికీ అదే స్థానంలోని అంకె సంకేతం: ${table.join(', ')}. కాబట్టి ${asked} = ${key}.`,
      en: `Each letter is coded by the digit in its place: ${table.join(', ')}. So ${asked} = ${key}.`,
    },
  })
}

const words: readonly Translations[] = [
  { kn: 'ಹಸಿರು', te: 'ఆకుపచ్చ', en: 'green' },
  { kn: 'ಮರ', te: 'చెట్టు', en: 'tree' },
  { kn: 'ಎತ್ತರ', te: 'ఎత్తు', en: 'tall' },
  { kn: 'ನೀರು', te: 'నీరు', en: 'water' },
  { kn: 'ಸಿಹಿ', te: 'తీపి', en: 'sweet' },
  { kn: 'ಹಣ್ಣು', te: 'పండు', en: 'fruit' },
  { kn: 'ಹೊಸ', te: 'కొత్త', en: 'new' },
  { kn: 'ಮನೆ', te: 'ఇల్లు', en: 'house' },
  { kn: 'ರೈಲು', te: 'రైలు', en: 'train' },
  { kn: 'ವೇಗ', te: 'వేగం', en: 'fast' },
]
const syllables = ['ka', 'pa', 'ti', 'mo', 'ru', 'se', 'ni', 'lo', 'da', 'gu']

/** Three sentences of three words; each two share one word. */
const unknownLanguage: QuestionTemplate = (random) => {
  const [ab, bc, ca, a, b, c] = random.shuffled(words) as [
    Translations,
    Translations,
    Translations,
    Translations,
    Translations,
    Translations,
  ]
  const codes = random.shuffled(syllables)
  const all = [ab, bc, ca, a, b, c]
  const codeOf = (word: Translations) => codes[all.indexOf(word)]!
  const sentences = [
    [ab, ca, a],
    [ab, bc, b],
    [bc, ca, c],
  ].map((sentence) => ({
    meaning: random.shuffled(sentence),
    coded: random.shuffled(sentence.map(codeOf)).join(' '),
  }))
  const asked = random.pick([ab, bc, ca, a, b, c])
  const isShared = [ab, bc, ca].includes(asked)
  const say = (locale: keyof Translations, means: string) =>
    sentences
      .map(
        ({ meaning, coded }) =>
          `"${coded}" ${means} "${meaning.map((word) => word[locale]).join(' ')}"`,
      )
      .join(', ')
  const key = codeOf(asked)
  const others = random.shuffled(all.filter((word) => word !== asked).map(codeOf))
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಒಂದು ಸಂಕೇತ ಭಾಷೆಯಲ್ಲಿ ${say('kn', '=')} (ಪದಗಳ ಕ್ರಮ ಬೇರೆ ಇರಬಹುದು). '${asked.kn}' ಎಂಬುದರ ಸಂಕೇತ ಯಾವುದು?`,
      te: `ఒక సంకేత భాషలో ${say('te', '=')} (పదాల క్రమం వేరుగా ఉండవచ్చు). '${asked.te}' అనే పదానికి సంకేతం ఏది?`,
      en: `In a certain code language ${say('en', 'means')} (the words may be in another order). What is the code for '${asked.en}'?`,
    },
    right: `"${key}"`,
    wrong: others.map((code) => `"${code}"`),
    why: {
      kn: isShared
        ? `'${asked.kn}' ಎರಡು ವಾಕ್ಯಗಳಲ್ಲಿದೆ; ಆ ಎರಡು ವಾಕ್ಯಗಳ ಸಂಕೇತಗಳಲ್ಲಿ ಸಾಮಾನ್ಯವಾಗಿರುವುದು "${key}" ಮಾತ್ರ.`
        : `'${asked.kn}' ಒಂದೇ ವಾಕ್ಯದಲ್ಲಿದೆ; ಆ ವಾಕ್ಯದ ಉಳಿದ ಎರಡು ಸಂಕೇತಗಳು ಬೇರೆ ವಾಕ್ಯಗಳಲ್ಲೂ ಬರುತ್ತವೆ, ಆದ್ದರಿಂದ ಉಳಿಯುವುದು "${key}".`,
      te: isShared
        ? `'${asked.te}' రెండు వాక్యాల్లో ఉంది; ఆ రెండు వాక్యాల సంకేతాల్లో ఉమ్మడిగా ఉన్నది "${key}" మాత్రమే.`
        : `'${asked.te}' ఒకే వాక్యంలో ఉంది; ఆ వాక్యంలోని మిగతా రెండు సంకేతాలు ఇతర వాక్యాల్లోనూ వస్తాయి, కాబట్టి మిగిలేది "${key}".`,
      en: isShared
        ? `'${asked.en}' is in two sentences, and the only code common to both is "${key}".`
        : `'${asked.en}' is in one sentence only; the other two codes of that sentence also occur elsewhere, so "${key}" is left.`,
    },
  })
}

const multipliedPlaces: QuestionTemplate = (random) => {
  const all = ['BAG', 'CUP', 'HEN', 'JAM', 'LID', 'MUG', 'NET', 'PIN', 'RUG', 'SKY', 'TOY', 'VAN']
  const [known, asked] = random.shuffled(all) as [string, string]
  const factor = random.pick([2, 3])
  const values = (word: string) => Array.from(word, (letter) => letter.charCodeAt(0) - 64)
  const code = (word: string) =>
    values(word)
      .map((place) => place * factor)
      .join('-')
  const key = code(asked)
  const plain = values(asked)
  const [one, two, three] = plain as [number, number, number]
  const joinedWith = (by: (place: number) => number) => plain.map(by).join('-')
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಒಂದು ಸಂಕೇತ ಭಾಷೆಯಲ್ಲಿ ${known} ಅನ್ನು ${code(known)} ಎಂದು ಬರೆದರೆ ${asked} ಎಂಬುದರ ಸಂಕೇತ ಯಾವುದು?`,
      te: `ఒక సంకేత భాషలో ${known} ను ${code(known)} అని రాస్తే ${asked} సంకేతం ఏది?`,
      en: `If ${known} is coded as ${code(known)}, what is the code for ${asked}?`,
    },
    right: key,
    wrong: [
      joinedWith((place) => place),
      joinedWith((place) => place * (factor === 2 ? 3 : 2)),
      [one * factor, two * factor, (three + 1) * factor].join('-'),
      [one * factor, (two + 1) * factor, three * factor].join('-'),
    ],
    why: {
      kn: `ವರ್ಣಮಾಲೆಯಲ್ಲಿ ಪ್ರತಿ ಅಕ್ಷರದ ಸ್ಥಾನವನ್ನು ${factor}ರಿಂದ ಗುಣಿಸಲಾಗಿದೆ. ${asked} ಪದದ ಅಕ್ಷರಗಳ ಸ್ಥಾನಗಳು ${plain.join(', ')}; ಆದ್ದರಿಂದ ಸಂಕೇತ ${key}.`,
      te: `వర్ణమాలలో ప్రతి అక్షరం స్థాన సంఖ్యను ${factor}తో గుణించారు. ${asked} అక్షరాల స్థానాలు ${plain.join(', ')}; కాబట్టి సంకేతం ${key}.`,
      en: `The place of each letter in the alphabet is multiplied by ${factor}. The places of ${asked} are ${plain.join(', ')}, so the code is ${key}.`,
    },
  })
}

export const wordCoding: readonly QuestionTemplate[] = [
  digitsForLetters,
  unknownLanguage,
  multipliedPlaces,
]
