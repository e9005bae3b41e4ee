import { ordinal } from './amounts.ts'
import { people } from './people.ts'
import { makeQuestion, numericAnswers, type QuestionTemplate } from './question.ts'

const topics = ['reasoning']

const oppositeFace: QuestionTemplate = (random) => {
  const faces = random.shuffled([1, 2, 3, 4, 5, 6])
  // Faces 0 and 1, 2 and 3, 4 and 5 of the shuffled list are opposite each other.
  const [common, key, one, two, three, four] = faces as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const first = random.shuffled([common, one, three])
  const second = random.shuffled([common, two, four])
  const shown = [first, second].map((seen) => seen.join(', '))
  const around = [one, two, three, four].sort((left, right) => left - right).join(', ')
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `1ರಿಂದ 6ರವರೆಗೆ ಸಂಖ್ಯೆಗಳಿರುವ ದಾಳದ ಒಂದು ನೋಟದಲ್ಲಿ ${shown[0]!}; ಇನ್ನೊಂದು ನೋಟದಲ್ಲಿ ${shown[1]!} ಇರುವ ಮುಖಗಳು ಕಾಣುತ್ತವೆ. ${common}ರ ಎದುರು ಮುಖದಲ್ಲಿ ಯಾವ ಸಂಖ್ಯೆ ಇದೆ?`,
      te: `ఒక పాచిక ముఖాలపై 1 నుంచి 6 వరకు సంఖ్యలున్నాయి. ఒక స్థితిలో ${shown[0]!} ఉన్న ముఖాలు, మరో స్థితిలో ${shown[1]!} ఉన్న ముఖాలు కనిపిస్తున్నాయి. ${common}కు ఎదురుగా ఉన్న ముఖంపై ఏ సంఖ్య ఉంది?`,
      en: `A die has the numbers 1 to 6 on its faces. In one position the faces ${shown[0]!} can be seen, and in another ${shown[1]!}. Which number is on the face opposite ${common}?`,
    },
    right: `${key}`,
    wrong: random.shuffled([one, two, three, four]).map(String),
    why: {
      kn: `ಒಟ್ಟಿಗೆ ಕಾಣುವ ಮುಖಗಳು ಎದುರುಬದುರು ಇರಲಾರವು. ${common}ರ ಪಕ್ಕದ ಮುಖಗಳು ${around}; ಆದ್ದರಿಂದ ಎದುರು ಮುಖದಲ್ಲಿರುವುದು ಉಳಿದ ${key}.`,
      te: `ఒకేసారి కనిపించే ముఖాలు ఎదురెదురుగా ఉండవు. ${common}కు పక్కనున్న ముఖాలపై ${around} ఉన్నాయి; కాబట్టి ఎదురు ముఖంపై ఉండేది మిగిలిన ${key}.`,
      en: `Faces that are seen together cannot be opposite. The neighbours of ${common} are ${around}, so opposite it is the one left, ${key}.`,
    },
  })
}

const sumOfNeighbours: QuestionTemplate = (random) => {
  const { top, front } = random.drawUntil(
    () => ({ top: random.integer(1, 6), front: random.integer(1, 6) }),
    ({ top, front }) => front !== top && front !== 7 - top,
  )
  const [bottom, back] = [7 - top, 7 - front]
  const answer = bottom * back
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಎದುರುಬದುರು ಮುಖಗಳ ಸಂಖ್ಯೆಗಳ ಮೊತ್ತ 7 ಆಗಿರುವ ದಾಳದ ಮೇಲ್ಮುಖದಲ್ಲಿ ${top}, ನಮ್ಮ ಕಡೆಗಿರುವ ಮುಖದಲ್ಲಿ ${front} ಇದೆ. ಕೆಳಗಿನ ಮತ್ತು ಹಿಂದಿನ ಮುಖಗಳ ಸಂಖ್ಯೆಗಳ ಗುಣಲಬ್ಧ ಎಷ್ಟು?`,
      te: `ఒక పాచికలో ఎదురెదురు ముఖాలపై ఉన్న సంఖ్యల మొత్తం 7. దాని పై ముఖంపై ${top}, మన వైపున్న ముఖంపై ${front} ఉన్నాయి. అడుగు, వెనక ముఖాలపై ఉన్న సంఖ్యల లబ్ధం ఎంత?`,
      en: `On a die whose opposite faces add up to 7, the top face is ${top} and the face towards us is ${front}. What is the product of the numbers on the bottom and the back?`,
    },
    ...numericAnswers(answer, [top * front, bottom + back, bottom * front, top * back], 3),
    why: {
      kn: `ಕೆಳಗಿನ ಮುಖದ ಸಂಖ್ಯೆ 7 − ${top} = ${bottom}, ಹಿಂದಿನ ಮುಖದ ಸಂಖ್ಯೆ 7 − ${front} = ${back}. ಗುಣಲಬ್ಧ ${bottom} × ${back} = ${answer}.`,
      te: `అడుగు ముఖం 7 − ${top} = ${bottom}, వెనక ముఖం 7 − ${front} = ${back}. లబ్ధం ${bottom} × ${back} = ${answer}.`,
      en: `The bottom is 7 − ${top} = ${bottom} and the back 7 − ${front} = ${back}. The product is ${bottom} × ${back} = ${answer}.`,
    },
  })
}

const alphabet = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')

const nthLetter: QuestionTemplate = (random) => {
  const isRight = random.pick([true, false])
  const fromLeft = random.pick([true, false])
  const { from, away } = random.drawUntil(
    () => ({ from: random.integer(6, 20), away: random.integer(3, 12) }),
    ({ from, away }) => {
      const place = fromLeft ? from : 27 - from
      const key = place + (isRight ? away : -away)
      return key >= 1 && key <= 26 && from !== 13
    },
  )
  const place = fromLeft ? from : 27 - from
  const letterOf = (number: number) => alphabet[(((number - 1) % 26) + 26) % 26]!
  const [start, key] = [letterOf(place), letterOf(place + (isRight ? away : -away))]
  const sign = isRight ? '+' : '−'
  const number = place + (isRight ? away : -away)
  const other = letterOf(place + (isRight ? -away : away))
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಇಂಗ್ಲಿಷ್ ವರ್ಣಮಾಲೆಯಲ್ಲಿ ${fromLeft ? 'ಎಡ' : 'ಬಲ'}ದಿಂದ ${from}ನೇ ಅಕ್ಷರದ ${isRight ? 'ಬಲ' : 'ಎಡ'}ಕ್ಕೆ ${away}ನೇ ಅಕ್ಷರ ಯಾವುದು?`,
      te: `ఇంగ్లిష్ వర్ణమాలలో ${fromLeft ? 'ఎడమ' : 'కుడి'} నుంచి ${from}వ అక్షరానికి ${isRight ? 'కుడి' : 'ఎడమ'} వైపున ${away}వ అక్షరం ఏది?`,
      en: `In the English alphabet, which letter is the ${ordinal(away)} to the ${isRight ? 'right' : 'left'} of the ${ordinal(from)} letter from the ${fromLeft ? 'left' : 'right'}?`,
    },
    right: key,
    wrong: [
      other,
      letterOf(number + 1),
      letterOf(27 - number),
      letterOf(number - 1),
      letterOf(number + 2),
    ],
    why: {
      kn: `${fromLeft ? 'ಎಡ' : 'ಬಲ'}ದಿಂದ ${from}ನೇ ಅಕ್ಷರ ${start}; ಎಡದಿಂದ ಅದರ ಸ್ಥಾನ ${place}. ${place} ${sign} ${away} = ${number}, ಆ ಸ್ಥಾನದಲ್ಲಿರುವುದು ${key}. ಬಲದಿಂದ ಎಣಿಸಿದ ಸ್ಥಾನವನ್ನು 27ರಿಂದ ಕಳೆದರೆ ಎಡದ ಸ್ಥಾನ ಸಿಗುತ್ತದೆ.`,
      te: `${fromLeft ? 'ఎడమ' : 'కుడి'} నుంచి ${from}వ అక్షరం ${start}; ఎడమ నుంచి దాని స్థానం ${place}. కావలసిన అక్షరం స్థానం ${place} ${sign} ${away} = ${number}; ఆ స్థానంలో ఉన్నది ${key}. కుడి నుంచి లెక్కించిన స్థానాన్ని 27 నుంచి తీసివేస్తే ఎడమ నుంచి దాని స్థానం వస్తుంది.`,
      en: `The ${ordinal(from)} letter from the ${fromLeft ? 'left' : 'right'} is ${start}, whose place from the left is ${place}; ${place} ${sign} ${away} = ${number}, the place of ${key}. A place counted from the right, subtracted from 27, gives the place from the left.`,
    },
  })
}

const dictionaryWords: readonly (readonly string[])[] = [
  ['CAMEL', 'CAMERA', 'CAMP', 'CAMPUS', 'CANAL'],
  ['PLAN', 'PLANE', 'PLANET', 'PLANK', 'PLANT'],
  ['STAR', 'START', 'STATE', 'STATION', 'STATUE'],
  ['GRADE', 'GRAIN', 'GRAND', 'GRANT', 'GRAPE'],
  ['REACH', 'READ', 'READY', 'REAL', 'REASON'],
  ['FARM', 'FARMER', 'FAST', 'FATHER', 'FAVOUR'],
  ['TRACE', 'TRACK', 'TRADE', 'TRAIN', 'TRAVEL'],
  ['BOARD', 'BOAT', 'BODY', 'BOIL', 'BOLD'],
  ['MARBLE', 'MARCH', 'MARGIN', 'MARKET', 'MARRY'],
  ['SHADE', 'SHADOW', 'SHAPE', 'SHARE', 'SHARP'],
  ['LEAD', 'LEADER', 'LEAF', 'LEARN', 'LEAVE'],
  ['DANCE', 'DANGER', 'DARE', 'DARK', 'DATE'],
]

const dictionaryOrder: QuestionTemplate = (random) => {
  const words = random.pick(dictionaryWords)
  const place = random.pick([1, 2, 3])
  const key = words[place]!
  const shown = random.shuffled(words)
  const nth = [
    { kn: 'ಎರಡನೆಯದು', te: 'రెండోది', en: 'second' },
    { kn: 'ಮೂರನೆಯದು', te: 'మూడోది', en: 'third' },
    { kn: 'ನಾಲ್ಕನೆಯದು', te: 'నాలుగోది', en: 'fourth' },
  ][place - 1]!
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಈ ಪದಗಳನ್ನು ಇಂಗ್ಲಿಷ್ ನಿಘಂಟಿನ ಕ್ರಮದಲ್ಲಿ ಜೋಡಿಸಿದರೆ ${nth.kn} ಯಾವುದು?\n${shown.join(', ')}`,
      te: `ఈ పదాలను ఇంగ్లిష్ నిఘంటువు క్రమంలో అమరిస్తే ${nth.te} ఏది?\n${shown.join(', ')}`,
      en: `Which of these words comes ${nth.en} in the order of an English dictionary?\n${shown.join(', ')}`,
    },
    right: key,
    wrong: random.shuffled(words.filter((word) => word !== key)),
    why: {
      kn: `ನಿಘಂಟಿನ ಕ್ರಮ: ${words.join(', ')}. ಮೊದಲ ಅಕ್ಷರಗಳು ಒಂದೇ ಆಗಿದ್ದರೆ ಮುಂದಿನ ಅಕ್ಷರಗಳನ್ನು ಹೋಲಿಸಬೇಕು; ಒಂದು ಪದ ಅಲ್ಲಿಗೇ ಮುಗಿದರೆ ಅದು ಮೊದಲು ಬರುತ್ತದೆ.`,
      te: `నిఘంటువు క్రమం: ${words.join(', ')}. మొదటి అక్షరాలు ఒకటే అయితే తర్వాతి అక్షరాలను పోల్చాలి; ఒక పదం అక్కడే ముగిసిపోతే అది ముందు వస్తుంది.`,
      en: `The order is ${words.join(', ')}. Where the first letters are the same the next ones are compared, and a word that ends earlier comes first.`,
    },
  })
}

const bothAndNeither: QuestionTemplate = (random) => {
  const [club] = [random.pick(people)]
  const { one, other, both, none } = random.drawUntil(
    () => ({
      one: random.integer(18, 48),
      other: random.integer(15, 45),
      both: random.integer(5, 20),
      none: random.integer(3, 15),
    }),
    // In Telugu, persons up to seven are counted by words of their own.
    ({ one, other, both, none }) => none > 7 && both + 3 < Math.min(one, other) && one !== other,
  )
  const all = one + other - both + none
  const answer = both
  const place = { kn: `${club.name.kn} ಅವರ ತರಗತಿಯ`, te: `${club.name.te} తరగతిలోని` }
  return makeQuestion(random, {
    topics: ['reasoning', 'mathematics'],
    stem: {
      kn: `${place.kn} ${all} ವಿದ್ಯಾರ್ಥಿಗಳಲ್ಲಿ ${one} ಮಂದಿ ಕಬಡ್ಡಿ, ${other} ಮಂದಿ ವಾಲಿಬಾಲ್ ಆಡುತ್ತಾರೆ; ${none} ಮಂದಿ ಇವೆರಡರಲ್ಲಿ ಯಾವುದನ್ನೂ ಆಡುವುದಿಲ್ಲ. ಎರಡನ್ನೂ ಆಡುವವರು ಎಷ್ಟು ಮಂದಿ?`,
      te: `${place.te} ${all} మంది విద్యార్థుల్లో ${one} మంది కబడ్డీ, ${other} మంది వాలీబాల్ ఆడతారు; ${none} మంది రెండింటిలో ఏదీ ఆడరు. రెండూ ఆడేవారు ఎంతమంది?`,
      en: `Of the ${all} students in ${club.name.en}'s class, ${one} play kabaddi, ${other} play volleyball and ${none} play neither. How many play both?`,
    },
    ...numericAnswers(answer, [one - both, other - both, both + none, one + other - all], 2),
    why: {
      kn: `ಒಂದನ್ನಾದರೂ ಆಡುವವರು ${all} − ${none} = ${all - none}. ${one} + ${other} = ${one + other} ಎಂದು ಕೂಡಿಸಿದಾಗ ಎರಡನ್ನೂ ಆಡುವವರು ಎರಡು ಸಲ ಎಣಿಕೆಯಾಗುತ್ತಾರೆ: ${one + other} − ${all - none} = ${answer}.`,
      te: `ఒక్కటైనా ఆడేవారు ${all} − ${none} = ${all - none}. ${one} + ${other} = ${one + other} అని కూడినప్పుడు రెండూ ఆడేవారు రెండుసార్లు లెక్కకు వస్తారు; కాబట్టి వారి సంఖ్య ${one + other} − ${all - none} = ${answer}.`,
      en: `${all} − ${none} = ${all - none} play at least one game. In ${one} + ${other} = ${one + other} those who play both are counted twice, so ${one + other} − ${all - none} = ${answer} play both.`,
    },
  })
}

export const cubesAndAlphabet: readonly QuestionTemplate[] = [
  oppositeFace,
  nthLetter,
  bothAndNeither,
  dictionaryOrder,
  sumOfNeighbours,
]
