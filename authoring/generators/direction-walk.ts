import { directionAt } from './compass.ts'
import { people } from './people.ts'
import { makeQuestion, numericAnswers, type QuestionTemplate } from './question.ts'

const topics = ['reasoning']

const straightHome: QuestionTemplate = (random) => {
  const { name } = random.pick(people)
  const [one, other, far] = random.pick<readonly [number, number, number]>([
    [3, 4, 5],
    [4, 3, 5],
    [5, 12, 13],
    [12, 5, 13],
    [8, 15, 17],
    [15, 8, 17],
    [20, 21, 29],
  ])
  const unit = random.pick([2, 3, 4, 5, 10])
  const start = random.pick([0, 2, 4, 6])
  const side = random.pick([2, -2])
  const [net, aside, straight] = [one * unit, other * unit, far * unit]
  const back = random.drawUntil(
    () => random.integer(2, 12) * unit,
    (back) => ![back, net + back].some((leg) => leg === straight || leg === aside),
  )
  const legs = random.pick([true, false]) ? [net + back, aside, back] : [back, aside, net + back]
  const [first, second, third] = legs as [number, number, number]
  const [there, across, home] = [
    directionAt(start).way,
    directionAt(start + side).way,
    directionAt(start + 4),
  ]
  const ways = first > third ? directionAt(start) : home
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${name.kn} ಬಸ್ ನಿಲ್ದಾಣದಿಂದ ${there.kn} ${first} ಮೀ, ನಂತರ ${across.kn} ${second} ಮೀ, ಆಮೇಲೆ ${home.way.kn} ${third} ಮೀ ನಡೆದರು. ಬಸ್ ನಿಲ್ದಾಣದಿಂದ ಅವರು ಈಗ ನೇರವಾಗಿ ಎಷ್ಟು ಮೀ ದೂರದಲ್ಲಿದ್ದಾರೆ?`,
      te: `${name.te} బస్టాపు నుంచి ${there.te} ${first} మీ., తర్వాత ${across.te} ${second} మీ., ఆపై ${home.way.te} ${third} మీ. నడిచారు. బస్టాపు నుంచి ఇప్పుడు సరళరేఖలో ఎన్ని మీటర్ల దూరంలో ఉన్నారు?`,
      en: `From the bus stop ${name.en} walks ${first} m ${there.en}, then ${second} m ${across.en}, and then ${third} m ${home.way.en}. How many metres away from the bus stop is ${name.en} now, in a straight line?`,
    },
    ...numericAnswers(straight, [net + aside, first + second + third, aside], unit),
    why: {
      kn: `${there.kn} ಮತ್ತು ${home.way.kn} ನಡೆದ ದೂರಗಳ ವ್ಯತ್ಯಾಸ ${Math.max(first, third)} − ${Math.min(first, third)} = ${net} ಮೀ (${ways.way.kn}); ${across.kn} ನಡೆದದ್ದು ${aside} ಮೀ. ಪೈಥಾಗೊರಸ್ ಪ್ರಮೇಯದಂತೆ √(${net}² + ${aside}²) = √${net * net + aside * aside} = ${straight} ಮೀ.`,
      te: `${there.te}, ${home.way.te} నడిచిన దూరాల తేడా ${Math.max(first, third)} − ${Math.min(first, third)} = ${net} మీ. (${ways.way.te}); ${across.te} నడిచింది ${aside} మీ. పైథాగరస్ సిద్ధాంతం ప్రకారం √(${net}² + ${aside}²) = √${net * net + aside * aside} = ${straight} మీ.`,
      en: `Going ${there.en} and coming back ${home.way.en} leaves ${Math.max(first, third)} − ${Math.min(first, third)} = ${net} m ${ways.way.en}; the walk ${across.en} is ${aside} m. By Pythagoras' theorem the distance is √(${net}² + ${aside}²) = √${net * net + aside * aside} = ${straight} m.`,
    },
  })
}

const twoTurns: QuestionTemplate = (random) => {
  const { name } = random.pick(people)
  const start = random.pick([0, 2, 4, 6])
  const isRight = random.pick([true, false])
  const { first, second, third } = random.drawUntil(
    () => ({
      first: random.integer(20, 60, 5),
      second: random.integer(15, 60, 5),
      third: random.integer(20, 70, 5),
    }),
    ({ first, third }) => Math.abs(first - third) >= 10,
  )
  const turn = isRight ? 2 : -2
  const ahead = first > third
  const answer = ahead ? start + turn / 2 : start + turn + turn / 2
  const turned = isRight
    ? { kn: 'ಬಲಕ್ಕೆ', te: 'కుడివైపు', en: 'right' }
    : { kn: 'ಎಡಕ್ಕೆ', te: 'ఎడమవైపు', en: 'left' }
  const [along, across] = [
    ahead ? directionAt(start) : directionAt(start + 4),
    directionAt(start + turn),
  ]
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${name.kn} ಮನೆಯಿಂದ ${directionAt(start).way.kn} ${first} ಮೀ ನಡೆದು, ${turned.kn} ತಿರುಗಿ ${second} ಮೀ, ಮತ್ತೆ ${turned.kn} ತಿರುಗಿ ${third} ಮೀ ನಡೆದರು. ಈಗ ಅವರು ಮನೆಯಿಂದ ಯಾವ ದಿಕ್ಕಿನಲ್ಲಿದ್ದಾರೆ?`,
      te: `${name.te} ఇంటి నుంచి ${directionAt(start).way.te} ${first} మీ. నడిచి, ${turned.te} తిరిగి ${second} మీ., మళ్లీ ${turned.te} తిరిగి ${third} మీ. నడిచారు. ఇప్పుడు ఇంటికి ఏ దిశలో ఉన్నారు?`,
      en: `From home ${name.en} walks ${first} m ${directionAt(start).way.en}, turns ${turned.en} and walks ${second} m, then turns ${turned.en} again and walks ${third} m. In which direction from home is ${name.en} now?`,
    },
    right: directionAt(answer).name,
    wrong: [answer + 4, answer + 2, answer - 2].map((eighths) => directionAt(eighths).name),
    why: {
      kn: `ಮೊದಲ ಮತ್ತು ಕೊನೆಯ ನಡಿಗೆ ಪರಸ್ಪರ ವಿರುದ್ಧ: ಉಳಿಯುವುದು ${along.way.kn} ${Math.abs(first - third)} ಮೀ. ನಡುವಿನ ನಡಿಗೆ ${across.way.kn} ${second} ಮೀ. ಎರಡೂ ಸೇರಿ ${directionAt(answer).name.kn}. ತಿರುವುಗಳನ್ನು ಮನಸ್ಸಿನಲ್ಲೇ ಲೆಕ್ಕ ಹಾಕದೆ ಚಿತ್ರ ಬರೆದುಕೊಳ್ಳಿ.`,
      te: `మొదటి, చివరి నడకలు వ్యతిరేక దిశల్లో ఉన్నాయి; వాటి తేడా ${along.way.te} ${Math.abs(first - third)} మీ. మధ్య నడక ${across.way.te} ${second} మీ. రెండూ కలిపితే ${directionAt(answer).name.te}. మలుపులను మనసులోనే లెక్కించకుండా బొమ్మ గీసుకోండి.`,
      en: `The first and the last walk are in opposite directions and leave ${Math.abs(first - third)} m ${along.way.en}; the middle one is ${second} m ${across.way.en}. Together they lead ${directionAt(answer).way.en}. Draw a diagram instead of following the turns in your head.`,
    },
  })
}

const degreesTurned: QuestionTemplate = (random) => {
  const start = random.integer(0, 7)
  const turns = random.drawUntil(
    () => [
      random.integer(1, 5),
      -random.integer(1, 5),
      random.integer(1, 4) * random.pick([1, -1]),
    ],
    (turns) => turns.reduce((sum, turn) => sum + turn) % 8 !== 0,
  )
  const [first, second, third] = turns as [number, number, number]
  const net = first + second + third
  const answer = start + net
  const said = (turn: number) => ({
    kn: `${Math.abs(turn) * 45}° ${turn > 0 ? 'ಪ್ರದಕ್ಷಿಣವಾಗಿ' : 'ಅಪ್ರದಕ್ಷಿಣವಾಗಿ'}`,
    te: `${Math.abs(turn) * 45}° ${turn > 0 ? 'సవ్యదిశలో' : 'అపసవ్యదిశలో'}`,
    en: `${Math.abs(turn) * 45}° ${turn > 0 ? 'clockwise' : 'anticlockwise'}`,
  })
  const [one, two, three] = [said(first), said(second), said(third)]
  const signs = `${first * 45}° − ${-second * 45}° ${third > 0 ? '+' : '−'} ${Math.abs(third) * 45}°`
  const sum = `${signs} = ${net < 0 ? '−' : ''}${Math.abs(net) * 45}°`
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${directionAt(start).way.kn} ಮುಖ ಮಾಡಿ ನಿಂತ ಪೊಲೀಸ್ ಪೇದೆಯೊಬ್ಬರು ${one.kn}, ನಂತರ ${two.kn}, ಕೊನೆಗೆ ${three.kn} ತಿರುಗುತ್ತಾರೆ. ಈಗ ಅವರ ಮುಖ ಯಾವ ದಿಕ್ಕಿಗಿದೆ?`,
      te: `${directionAt(start).way.te} ముఖం చేసి నిలబడిన ఒక కానిస్టేబుల్ ${one.te}, తర్వాత ${two.te}, చివరగా ${three.te} తిరిగారు. ఇప్పుడు ఆ కానిస్టేబుల్ ముఖం ఏ దిశకు ఉంది?`,
      en: `A constable facing ${directionAt(start).way.en} turns ${one.en}, then ${two.en}, and finally ${three.en}. Which way is the constable facing now?`,
    },
    right: directionAt(answer).name,
    wrong: [start - net, answer + 4, answer + 2, answer - 2, answer + 1].map(
      (eighths) => directionAt(eighths).name,
    ),
    why: {
      kn: `ಪ್ರದಕ್ಷಿಣ ತಿರುವನ್ನು +, ಅಪ್ರದಕ್ಷಿಣ ತಿರುವನ್ನು − ಎಂದು ತೆಗೆದುಕೊಂಡರೆ ${sum}. ${directionAt(start).name.kn}ದಿಂದ ${Math.abs(net) * 45}° ${net > 0 ? 'ಪ್ರದಕ್ಷಿಣವಾಗಿ' : 'ಅಪ್ರದಕ್ಷಿಣವಾಗಿ'} ತಿರುಗಿದರೆ ${directionAt(answer).name.kn}. ಎಂಟು ದಿಕ್ಕುಗಳಲ್ಲಿ ಅಕ್ಕಪಕ್ಕದವುಗಳ ನಡುವೆ 45° ಇರುತ್ತದೆ.`,
      te: `సవ్యదిశ మలుపును +, అపసవ్యదిశ మలుపును − గా తీసుకుంటే ${sum}. ${directionAt(start).name.te} నుంచి ${Math.abs(net) * 45}° ${net > 0 ? 'సవ్యదిశలో' : 'అపసవ్యదిశలో'} తిరిగితే ${directionAt(answer).name.te}. ఎనిమిది దిక్కుల్లో పక్కపక్క దిక్కుల మధ్య 45° ఉంటుంది.`,
      en: `Taking clockwise as + and anticlockwise as −, the turn is ${sum}. ${Math.abs(net) * 45}° ${net > 0 ? 'clockwise' : 'anticlockwise'} from ${directionAt(start).way.en} is ${directionAt(answer).way.en}. Neighbouring points of the eight-point compass are 45° apart.`,
    },
  })
}

const busAtCrossings: QuestionTemplate = (random) => {
  const start = random.pick([0, 2, 4, 6])
  const turns = Array.from({ length: random.integer(4, 5) }, () => random.pick([2, -2]))
  const net = turns.reduce((sum, turn) => sum + turn)
  const answer = start + net
  const rights = turns.filter((turn) => turn > 0).length
  const lefts = turns.length - rights
  if (lefts === 0 || rights === 0) return busAtCrossings(random)
  const list = (right: string, left: string) =>
    turns.map((turn) => (turn > 0 ? right : left)).join(', ')
  const path = [start, ...turns.map((_, index) => start + sumTo(turns, index))]
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${directionAt(start).way.kn} ಸಾಗುತ್ತಿದ್ದ ಬಸ್ಸೊಂದು ಮುಂದಿನ ಕೂಡುರಸ್ತೆಗಳಲ್ಲಿ ಕ್ರಮವಾಗಿ ${list('ಬಲಕ್ಕೆ', 'ಎಡಕ್ಕೆ')} ತಿರುಗುತ್ತದೆ. ಈಗ ಅದು ಯಾವ ದಿಕ್ಕಿಗೆ ಸಾಗುತ್ತಿದೆ?`,
      te: `${directionAt(start).way.te} వెళ్తున్న ఒక బస్సు తర్వాతి కూడళ్లలో వరుసగా ${list('కుడికి', 'ఎడమకు')} తిరిగింది. ఇప్పుడు అది ఏ దిశలో వెళ్తోంది?`,
      en: `A bus going ${directionAt(start).way.en} turns ${list('right', 'left')}, in that order, at the next crossings. In which direction is it going now?`,
    },
    right: directionAt(answer).name,
    wrong: [answer + 4, answer + 2, answer - 2].map((eighths) => directionAt(eighths).name),
    why: {
      kn: `ತಿರುವುಗಳು ಒಂದೊಂದಾಗಿ: ${path.map((eighths) => directionAt(eighths).name.kn).join(' → ')}. ಒಂದು ಬಲ ತಿರುವು ಮತ್ತು ಒಂದು ಎಡ ತಿರುವು ಸೇರಿದರೆ ದಿಕ್ಕು ಬದಲಾಗುವುದಿಲ್ಲ; ಇಲ್ಲಿ ಬಲ ತಿರುವುಗಳ ಸಂಖ್ಯೆ ${rights}, ಎಡ ತಿರುವುಗಳ ಸಂಖ್ಯೆ ${lefts}.`,
      te: `మలుపులు ఒక్కొక్కటిగా: ${path.map((eighths) => directionAt(eighths).name.te).join(' → ')}. ఒక కుడి మలుపు, ఒక ఎడమ మలుపు కలిస్తే దిశ మారదు; ఇక్కడ కుడి మలుపుల సంఖ్య ${rights}, ఎడమ మలుపుల సంఖ్య ${lefts}.`,
      en: `Turn by turn: ${path.map((eighths) => directionAt(eighths).way.en).join(' → ')}. A right turn and a left turn cancel each other: here there are ${rights} to the right and ${lefts} to the left.`,
    },
  })
}

const sumTo = (turns: readonly number[], last: number) =>
  turns.slice(0, last + 1).reduce((sum, turn) => sum + turn)

const renamedCompass: QuestionTemplate = (random) => {
  const [from, shift] = [random.integer(0, 7), random.pick([1, 2, 3, 5, 6, 7])]
  const asked = from + random.pick([1, 2, 3, 5, 6])
  const answer = asked + shift
  const [old, fresh, wanted] = [directionAt(from), directionAt(from + shift), directionAt(asked)]
  const turned = shift > 4 ? 8 - shift : shift
  const isClockwise = shift < 4
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${old.object.kn} ${fresh.name.kn} ಎಂದು ಕರೆದು, ಉಳಿದ ದಿಕ್ಕುಗಳ ಹೆಸರನ್ನೂ ಅದೇ ರೀತಿ ಬದಲಿಸಿದರೆ ${wanted.object.kn} ಏನೆಂದು ಕರೆಯಬೇಕು?`,
      te: `${old.object.te} ${fresh.name.te} అని పిలిచి, మిగతా దిక్కుల పేర్లనూ అదే విధంగా మారిస్తే ${wanted.object.te} ఏమని పిలవాలి?`,
      en: `If ${old.object.en} is called ${fresh.way.en} and all other directions are renamed in the same way, what is ${wanted.object.en} called?`,
    },
    right: directionAt(answer).name,
    wrong: [asked - shift, answer + 4, answer + 1, answer - 1, answer + 2].map(
      (eighths) => directionAt(eighths).name,
    ),
    why: {
      kn: `${old.name.kn}ದಿಂದ ${fresh.name.kn}ಕ್ಕೆ ${turned * 45}° ${isClockwise ? 'ಪ್ರದಕ್ಷಿಣ' : 'ಅಪ್ರದಕ್ಷಿಣ'} ತಿರುವು. ಎಲ್ಲ ದಿಕ್ಕುಗಳೂ ಅಷ್ಟೇ ತಿರುಗುವುದರಿಂದ ${wanted.name.kn}ದ ಹೊಸ ಹೆಸರು ${directionAt(answer).name.kn}.`,
      te: `${old.name.te} నుంచి ${fresh.name.te} వరకు ${turned * 45}° ${isClockwise ? 'సవ్యదిశ' : 'అపసవ్యదిశ'} మలుపు ఉంది. అన్ని దిక్కులూ అంతే తిరుగుతాయి కాబట్టి ${wanted.object.te} ${directionAt(answer).name.te} అని పిలవాలి.`,
      en: `From ${old.object.en} to ${fresh.way.en} is a turn of ${turned * 45}° ${isClockwise ? 'clockwise' : 'anticlockwise'}. Every direction turns through the same angle, so ${wanted.object.en} becomes ${directionAt(answer).way.en}.`,
    },
  })
}

const ownShadow: QuestionTemplate = (random) => {
  const isMorning = random.pick([true, false])
  const shadow = isMorning ? 6 : 2
  const side = random.pick([
    { kn: 'ಎಡಕ್ಕೆ', te: 'ఎడమవైపు', en: 'to the left', turn: 2 },
    { kn: 'ಬಲಕ್ಕೆ', te: 'కుడివైపు', en: 'to the right', turn: -2 },
    { kn: 'ಹಿಂದೆ', te: 'వెనకవైపు', en: 'behind', turn: 4 },
  ])
  const isBehind = side.en === 'behind'
  const answer = shadow + side.turn
  const sun = isMorning
    ? {
        kn: 'ಬೆಳಗ್ಗೆ ಸೂರ್ಯ ಪೂರ್ವದಲ್ಲಿರುವುದರಿಂದ ನೆರಳು ಪಶ್ಚಿಮಕ್ಕೆ',
        te: 'ఉదయం సూర్యుడు తూర్పున ఉంటాడు కాబట్టి నీడ పడమర వైపు',
        en: 'In the morning the sun is in the east, so shadows fall to the west',
      }
    : {
        kn: 'ಸಂಜೆ ಸೂರ್ಯ ಪಶ್ಚಿಮದಲ್ಲಿರುವುದರಿಂದ ನೆರಳು ಪೂರ್ವಕ್ಕೆ',
        te: 'సాయంత్రం సూర్యుడు పడమరన ఉంటాడు కాబట్టి నీడ తూర్పు వైపు',
        en: 'In the evening the sun is in the west, so shadows fall to the east',
      }
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${isMorning ? 'ಸೂರ್ಯೋದಯವಾದ ಸ್ವಲ್ಪ ಹೊತ್ತಿನ ನಂತರ' : 'ಸೂರ್ಯಾಸ್ತಕ್ಕೆ ಸ್ವಲ್ಪ ಮೊದಲು'} ಹೊಲದಲ್ಲಿ ನಿಂತಿದ್ದ ರೈತರೊಬ್ಬರ ನೆರಳು ನೇರವಾಗಿ ಅವರ ${side.kn} ಬಿದ್ದಿತ್ತು. ಅವರು ಯಾವ ದಿಕ್ಕಿಗೆ ಮುಖ ಮಾಡಿದ್ದರು?`,
      te: `${isMorning ? 'సూర్యోదయమైన కొద్దిసేపటికి' : 'సూర్యాస్తమయానికి కొద్దిసేపటి ముందు'} పొలంలో నిలబడి ఉన్న రైతు నీడ ఆ రైతుకు సరిగ్గా ${side.te} పడింది. రైతు ముఖం ఏ దిశకు ఉంది?`,
      en: `${isMorning ? 'Soon after sunrise' : 'A little before sunset'} the shadow of a farmer standing in a field falls exactly ${isBehind ? 'behind the farmer' : `${side.en} of the farmer`}. Which way is the farmer facing?`,
    },
    right: directionAt(answer).name,
    wrong: [answer + 4, answer + 2, answer - 2].map((eighths) => directionAt(eighths).name),
    why: {
      kn: `${sun.kn} ಬೀಳುತ್ತದೆ. ಅದು ಅವರ ${side.kn} ಬೀಳಬೇಕಾದರೆ ಅವರ ಮುಖ ${directionAt(answer).way.kn} ಇರಬೇಕು.${isBehind ? '' : ' ಉತ್ತರಕ್ಕೆ ಮುಖ ಮಾಡಿದವರ ಬಲಕ್ಕೆ ಪೂರ್ವ, ಎಡಕ್ಕೆ ಪಶ್ಚಿಮ ಎಂಬುದನ್ನು ನೆನಪಿಡಿ.'}`,
      te: `${sun.te} పడుతుంది. అది రైతుకు ${side.te} పడాలంటే రైతు ముఖం ${directionAt(answer).way.te} ఉండాలి.${isBehind ? '' : ' ఉత్తరం వైపు ముఖం చేసినవారికి కుడివైపు తూర్పు, ఎడమవైపు పడమర ఉంటాయని గుర్తుంచుకోండి.'}`,
      en: `${sun.en}. For the shadow to fall ${side.en}, the farmer must be facing ${directionAt(answer).way.en}.${isBehind ? '' : ' A person facing north has east on the right and west on the left.'}`,
    },
  })
}

export const directionWalk: readonly QuestionTemplate[] = [
  straightHome,
  twoTurns,
  degreesTurned,
  busAtCrossings,
  renamedCompass,
  ownShadow,
]
