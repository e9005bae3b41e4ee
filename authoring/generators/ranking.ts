import { ordinal } from './amounts.ts'
import { people, type Person } from './people.ts'
import { makeQuestion, numericAnswers, type QuestionTemplate } from './question.ts'

const topics = ['reasoning']

const bothEnds: QuestionTemplate = (random) => {
  const { name } = random.pick(people)
  const [left, right] = [random.integer(7, 28), random.integer(9, 32)]
  const all = left + right - 1
  return makeQuestion(random, {
    topics,
    stem: random.pick([
      {
        kn: `ಪಡಿತರ ಅಂಗಡಿಯ ಸರತಿ ಸಾಲಿನಲ್ಲಿ ${name.kn} ಮುಂದಿನಿಂದ ${left}ನೇ ಸ್ಥಾನದಲ್ಲೂ ಹಿಂದಿನಿಂದ ${right}ನೇ ಸ್ಥಾನದಲ್ಲೂ ಇದ್ದಾರೆ. ಸಾಲಿನಲ್ಲಿ ಒಟ್ಟು ಎಷ್ಟು ಜನರಿದ್ದಾರೆ?`,
        te: `రేషన్ దుకాణం వద్ద వరుసలో ${name.te} ముందు నుంచి ${left}వ స్థానంలో, వెనక నుంచి ${right}వ స్థానంలో ఉన్నారు. వరుసలో మొత్తం ఎంతమంది ఉన్నారు?`,
        en: `In the queue at a ration shop ${name.en} is ${ordinal(left)} from the front and ${ordinal(right)} from the back. How many people are in the queue?`,
      },
      {
        kn: `ತರಗತಿಯಲ್ಲಿ ${name.kn} ಅಂಕಗಳ ಪ್ರಕಾರ ಮೇಲಿನಿಂದ ${left}ನೇ, ಕೆಳಗಿನಿಂದ ${right}ನೇ ಸ್ಥಾನ ಪಡೆದಿದ್ದಾರೆ. ತರಗತಿಯಲ್ಲಿ ಎಷ್ಟು ವಿದ್ಯಾರ್ಥಿಗಳಿದ್ದಾರೆ?`,
        te: `తరగతిలో మార్కుల ప్రకారం ${name.te} పై నుంచి ${left}వ, కింది నుంచి ${right}వ స్థానంలో ఉన్నారు. తరగతిలో ఎంతమంది విద్యార్థులు ఉన్నారు?`,
        en: `By marks ${name.en} ranks ${ordinal(left)} from the top and ${ordinal(right)} from the bottom of the class. How many students are in the class?`,
      },
    ]),
    ...numericAnswers(all, [left + right, left + right + 1, all - 1], 1),
    why: {
      kn: `ಒಟ್ಟು = ಒಂದು ಕಡೆಯಿಂದ ಸ್ಥಾನ + ಇನ್ನೊಂದು ಕಡೆಯಿಂದ ಸ್ಥಾನ − 1 = ${left} + ${right} − 1 = ${all}. ಅದೇ ವ್ಯಕ್ತಿಯನ್ನು ಎರಡು ಸಲ ಎಣಿಸಿರುವುದರಿಂದ 1 ಕಳೆಯಬೇಕು.`,
      te: `మొత్తం = ఒక వైపు నుంచి స్థానం + మరో వైపు నుంచి స్థానం − 1 = ${left} + ${right} − 1 = ${all}. ఒకే వ్యక్తిని రెండుసార్లు లెక్కించాం కాబట్టి 1 తీసివేయాలి.`,
      en: `Total = place from one end + place from the other − 1 = ${left} + ${right} − 1 = ${all}. The same person is counted twice, so 1 is subtracted.`,
    },
  })
}

const fromTheOtherEnd: QuestionTemplate = (random) => {
  const { name } = random.pick(people)
  const all = random.integer(32, 68)
  const left = random.integer(9, all - 8)
  const right = all - left + 1
  if (left === right) return fromTheOtherEnd(random)
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${all} ಅಭ್ಯರ್ಥಿಗಳ ಆಯ್ಕೆ ಪಟ್ಟಿಯಲ್ಲಿ ${name.kn} ಮೇಲಿನಿಂದ ${left}ನೇ ಸ್ಥಾನದಲ್ಲಿದ್ದಾರೆ. ಕೆಳಗಿನಿಂದ ಅವರ ಸ್ಥಾನ ಎಷ್ಟನೆಯದು?`,
      te: `${all} మంది అభ్యర్థుల ఎంపిక జాబితాలో ${name.te} పై నుంచి ${left}వ స్థానంలో ఉన్నారు. కింది నుంచి ${name.te} స్థానం ఎన్నోది?`,
      en: `In a selection list of ${all} candidates ${name.en} is ${ordinal(left)} from the top. What is ${name.en}'s place from the bottom?`,
    },
    ...numericAnswers(right, [all - left, all - left + 2, left], 1),
    why: {
      kn: `ಕೆಳಗಿನಿಂದ ಸ್ಥಾನ = ಒಟ್ಟು − ಮೇಲಿನಿಂದ ಸ್ಥಾನ + 1 = ${all} − ${left} + 1 = ${right}. ${name.kn} ಅವರ ಕೆಳಗೆ ${all - left} ಜನರಿದ್ದಾರೆ; ${name.kn} ಅವರನ್ನೂ ಸೇರಿಸಿ ಎಣಿಸಿದರೆ ${right}.`,
      te: `కింది నుంచి స్థానం = మొత్తం − పై నుంచి స్థానం + 1 = ${all} − ${left} + 1 = ${right}. ${name.te} కంటే కింద ${all - left} మంది ఉన్నారు; ఆ అభ్యర్థిని కూడా కలిపి లెక్కిస్తే ${right}.`,
      en: `Place from the bottom = total − place from the top + 1 = ${all} − ${left} + 1 = ${right}. There are ${all - left} candidates below; counting ${name.en} too makes ${right}.`,
    },
  })
}

const changedPlaces: QuestionTemplate = (random) => {
  const [one, other] = random.shuffled(people) as [Person, Person]
  const { before, right, after } = random.drawUntil(
    () => ({
      before: random.integer(6, 18),
      right: random.integer(7, 20),
      after: random.integer(12, 32),
    }),
    ({ before, after }) => after - before >= 4,
  )
  const all = after + right - 1
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಒಂದು ಸಾಲಿನಲ್ಲಿ ${one.name.kn} ಎಡದಿಂದ ${before}ನೇ, ${other.name.kn} ಬಲದಿಂದ ${right}ನೇ ಸ್ಥಾನದಲ್ಲಿದ್ದಾರೆ. ಇಬ್ಬರೂ ಸ್ಥಾನ ಬದಲಿಸಿಕೊಂಡ ಮೇಲೆ ${one.name.kn} ಎಡದಿಂದ ${after}ನೇ ಸ್ಥಾನದಲ್ಲಿದ್ದಾರೆ. ಸಾಲಿನಲ್ಲಿ ಎಷ್ಟು ಜನರಿದ್ದಾರೆ?`,
      te: `ఒక వరుసలో ${one.name.te} ఎడమ నుంచి ${before}వ, ${other.name.te} కుడి నుంచి ${right}వ స్థానంలో ఉన్నారు. ఇద్దరూ స్థానాలు మార్చుకున్నాక ${one.name.te} ఎడమ నుంచి ${after}వ స్థానంలో ఉన్నారు. వరుసలో ఎంతమంది ఉన్నారు?`,
      en: `In a row ${one.name.en} is ${ordinal(before)} from the left and ${other.name.en} is ${ordinal(right)} from the right. After the two change places ${one.name.en} is ${ordinal(after)} from the left. How many people are in the row?`,
    },
    ...numericAnswers(all, [before + right - 1, after + right, before + after - 1], 1),
    why: {
      kn: `ಬದಲಾದ ಮೇಲೆ ${one.name.kn} ನಿಂತಿರುವುದು ${other.name.kn} ಅವರ ಹಳೆಯ ಸ್ಥಾನದಲ್ಲಿ; ಅದು ಎಡದಿಂದ ${after}ನೆಯದು, ಬಲದಿಂದ ${right}ನೆಯದು. ಒಟ್ಟು ${after} + ${right} − 1 = ${all}. ಎಡದಿಂದ ಮೊದಲಿದ್ದ ಸ್ಥಾನ (${before}) ಇಲ್ಲಿ ಬೇಕಾಗಿಲ್ಲ.`,
      te: `మారిన తర్వాత ${one.name.te} ఉన్నది ${other.name.te} పాత స్థానంలో; అది ఎడమ నుంచి ${after}వది, కుడి నుంచి ${right}వది. మొత్తం ${after} + ${right} − 1 = ${all}. ఇక్కడ మొదట చెప్పిన ${before}వ స్థానం అవసరం లేదు.`,
      en: `After the change ${one.name.en} stands in ${other.name.en}'s old place: number ${after} from the left and number ${right} from the right. The total is ${after} + ${right} − 1 = ${all}. The earlier place from the left, ${before}, is not needed.`,
    },
  })
}

const between: QuestionTemplate = (random) => {
  const [one, other] = random.shuffled(people) as [Person, Person]
  const { all, left, right } = random.drawUntil(
    () => ({
      all: random.integer(30, 60),
      left: random.integer(6, 24),
      right: random.integer(6, 24),
    }),
    ({ all, left, right }) => all - left - right >= 3,
  )
  const answer = all - left - right
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಧ್ವಜಾರೋಹಣಕ್ಕೆ ${all} ಮಕ್ಕಳು ಒಂದೇ ಸಾಲಿನಲ್ಲಿ ನಿಂತಿದ್ದಾರೆ. ${one.name.kn} ಎಡದಿಂದ ${left}ನೇ, ${other.name.kn} ಬಲದಿಂದ ${right}ನೇ ಸ್ಥಾನದಲ್ಲಿದ್ದರೆ ಅವರಿಬ್ಬರ ನಡುವೆ ಎಷ್ಟು ಮಕ್ಕಳಿದ್ದಾರೆ?`,
      te: `జెండా వందనానికి ${all} మంది పిల్లలు ఒకే వరుసలో నిలబడ్డారు. ${one.name.te} ఎడమ నుంచి ${left}వ, ${other.name.te} కుడి నుంచి ${right}వ స్థానంలో ఉంటే వారిద్దరి మధ్య ఎంతమంది పిల్లలు ఉన్నారు?`,
      en: `${all} children stand in one row for the flag hoisting. If ${one.name.en} is ${ordinal(left)} from the left and ${other.name.en} is ${ordinal(right)} from the right, how many children are between them?`,
    },
    ...numericAnswers(answer, [answer + 1, answer - 1, answer + 2], 1),
    why: {
      kn: `ಎಡದಿಂದ ${left} ಮತ್ತು ಬಲದಿಂದ ${right} ಮಕ್ಕಳಲ್ಲಿ ಇಬ್ಬರೂ ಸೇರಿದ್ದಾರೆ. ಆದ್ದರಿಂದ ನಡುವೆ ಇರುವವರು ${all} − ${left} − ${right} = ${answer}. ಇಬ್ಬರನ್ನೂ ಈಗಾಗಲೇ ಕಳೆದಿರುವುದರಿಂದ ಮತ್ತೆ 1 ಅಥವಾ 2 ಕಳೆಯಬಾರದು.`,
      te: `ఎడమ నుంచి ${left}వ స్థానం వరకు, కుడి నుంచి ${right}వ స్థానం వరకు ఉన్నవారిలో ఆ ఇద్దరూ ఉన్నారు. కాబట్టి మధ్యలో ఉన్నవారు ${all} − ${left} − ${right} = ${answer}. ఇద్దరినీ ఇప్పటికే తీసివేశాం కాబట్టి మళ్లీ 1 లేదా 2 తీసివేయకూడదు.`,
      en: `The ${left} from the left and the ${right} from the right include the two themselves, so ${all} − ${left} − ${right} = ${answer} are between them. The two have already been subtracted; 1 or 2 must not be subtracted again.`,
    },
  })
}

const thosePassed: QuestionTemplate = (random) => {
  const { name } = random.pick(people)
  const [top, bottom, failed] = [
    random.integer(8, 24),
    random.integer(10, 30),
    random.integer(4, 12),
  ]
  // In Telugu, persons up to seven are counted by words of their own.
  if (failed < 8) return thosePassed(random)
  const passed = top + bottom - 1
  const all = passed + failed
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ತೇರ್ಗಡೆಯಾದವರಲ್ಲಿ ${name.kn} ಮೇಲಿನಿಂದ ${top}ನೇ, ಕೆಳಗಿನಿಂದ ${bottom}ನೇ ಸ್ಥಾನದಲ್ಲಿದ್ದಾರೆ. ${failed} ವಿದ್ಯಾರ್ಥಿಗಳು ಅನುತ್ತೀರ್ಣರಾದರೆ ಪರೀಕ್ಷೆ ಬರೆದವರು ಒಟ್ಟು ಎಷ್ಟು ಜನ?`,
      te: `ఉత్తీర్ణులైన వారిలో ${name.te} పై నుంచి ${top}వ, కింది నుంచి ${bottom}వ స్థానంలో ఉన్నారు. ${failed} మంది విద్యార్థులు అనుత్తీర్ణులైతే పరీక్ష రాసినవారు మొత్తం ఎంతమంది?`,
      en: `Among those who passed, ${name.en} is ${ordinal(top)} from the top and ${ordinal(bottom)} from the bottom. If ${failed} students failed, how many took the examination?`,
    },
    ...numericAnswers(all, [passed, all + 1, top + bottom + 1, all - 2], 1),
    why: {
      kn: `ತೇರ್ಗಡೆಯಾದವರು ${top} + ${bottom} − 1 = ${passed}; ಅನುತ್ತೀರ್ಣರಾದವರನ್ನು ಸೇರಿಸಿದರೆ ${passed} + ${failed} = ${all}. ${name.kn} ಅವರನ್ನು ಎರಡು ಸಲ ಎಣಿಸದಂತೆ 1 ಕಳೆಯುವುದನ್ನು ಮರೆತರೆ ${all + 1} ಬರುತ್ತದೆ.`,
      te: `ఉత్తీర్ణులైనవారు ${top} + ${bottom} − 1 = ${passed}; అనుత్తీర్ణులను కలిపితే ${passed} + ${failed} = ${all}. ఒకే వ్యక్తిని రెండుసార్లు లెక్కించకుండా 1 తీసివేయడం మరిచిపోతే ${all + 1} వస్తుంది.`,
      en: `${top} + ${bottom} − 1 = ${passed} passed; with those who failed, ${passed} + ${failed} = ${all} took the examination. Forgetting to subtract 1, so that ${name.en} is not counted twice, gives ${all + 1}.`,
    },
  })
}

const someRanksAhead: QuestionTemplate = (random) => {
  const [one, other] = random.shuffled(people) as [Person, Person]
  const { all, ahead, last } = random.drawUntil(
    () => ({
      all: random.integer(34, 60),
      ahead: random.integer(4, 10),
      last: random.integer(9, 28),
    }),
    ({ all, ahead, last }) => all - last + 1 - ahead >= 4,
  )
  const behind = all - last + 1
  const answer = behind - ahead
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${all} ವಿದ್ಯಾರ್ಥಿಗಳ ತರಗತಿಯಲ್ಲಿ ${one.name.kn} ಅವರು ${other.name.kn} ಅವರಿಗಿಂತ ${ahead} ಸ್ಥಾನ ಮೇಲಿದ್ದಾರೆ. ${other.name.kn} ಕೆಳಗಿನಿಂದ ${last}ನೇ ಸ್ಥಾನದಲ್ಲಿದ್ದರೆ, ಮೇಲಿನಿಂದ ${one.name.kn} ಅವರ ಸ್ಥಾನ ಎಷ್ಟನೆಯದು?`,
      te: `${all} మంది విద్యార్థుల తరగతిలో ${one.name.te}, ${other.name.te} కంటే ${ahead} స్థానాలు పైన ఉన్నారు. ${other.name.te} కింది నుంచి ${last}వ స్థానంలో ఉంటే, పై నుంచి ${one.name.te} స్థానం ఎన్నోది?`,
      en: `In a class of ${all} students ${one.name.en} ranks ${ahead} places above ${other.name.en}, who is ${ordinal(last)} from the bottom. What is ${one.name.en}'s rank from the top?`,
    },
    ...numericAnswers(answer, [answer - 1, behind + ahead, behind], 1),
    why: {
      kn: `ಮೇಲಿನಿಂದ ${other.name.kn} ಅವರ ಸ್ಥಾನ ${all} − ${last} + 1 = ${behind}. ಅದಕ್ಕಿಂತ ${ahead} ಸ್ಥಾನ ಮೇಲೆ: ${behind} − ${ahead} = ${answer}. ಸ್ಥಾನ ಮೇಲಕ್ಕೆ ಹೋದಂತೆ ಸಂಖ್ಯೆ ಕಡಿಮೆಯಾಗುತ್ತದೆ.`,
      te: `పై నుంచి ${other.name.te} స్థానం ${all} − ${last} + 1 = ${behind}. దాని కంటే ${ahead} స్థానాలు పైన అంటే ${behind} − ${ahead} = ${answer}. స్థానం పైకి వెళ్లేకొద్దీ సంఖ్య తగ్గుతుంది.`,
      en: `From the top, ${other.name.en}'s rank is ${all} − ${last} + 1 = ${behind}; ${ahead} places above that is ${behind} − ${ahead} = ${answer}. The higher the rank, the smaller the number.`,
    },
  })
}

export const ranking: readonly QuestionTemplate[] = [
  bothEnds,
  fromTheOtherEnd,
  changedPlaces,
  between,
  thosePassed,
  someRanksAhead,
]
