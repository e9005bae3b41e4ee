import { counted, grouped, isWhole, lcmOf, timesOf } from './amounts.ts'
import { people } from './people.ts'
import {
  makeQuestion,
  numericAnswers,
  type QuestionTemplate,
  type Translations,
} from './question.ts'

const topics = ['arithmetic']

/** A job that takes days: ಬಾವಿ ತೋಡಲು, బావి తవ్వడానికి, to dig a well. */
const jobs: readonly Translations[] = [
  { kn: 'ಒಂದು ಬಾವಿಯನ್ನು ತೋಡಲು', te: 'ఒక బావిని తవ్వడానికి', en: 'to dig a well' },
  {
    kn: 'ಶಾಲಾ ಕಟ್ಟಡಕ್ಕೆ ಬಣ್ಣ ಬಳಿಯಲು',
    te: 'పాఠశాల భవనానికి రంగులు వేయడానికి',
    en: 'to paint a school building',
  },
  { kn: 'ಹೊಲದ ಬೆಳೆಯನ್ನು ಕೊಯ್ಯಲು', te: 'పొలంలోని పంటను కోయడానికి', en: 'to reap a field' },
  {
    kn: 'ಕಾಲುವೆಯ ಹೂಳು ತೆಗೆಯಲು',
    te: 'కాలువలోని పూడిక తీయడానికి',
    en: 'to clear the silt from a canal',
  },
]

const together: QuestionTemplate = (random) => {
  const [one, other] = random.shuffled(people) as [(typeof people)[0], (typeof people)[0]]
  const job = random.pick(jobs)
  const { slow, fast } = random.drawUntil(
    () => ({ slow: random.integer(6, 60), fast: random.integer(4, 45) }),
    ({ slow, fast }) => slow > fast && slow <= 4 * fast && isWhole((slow * fast) / (slow + fast)),
  )
  const answer = (slow * fast) / (slow + fast)
  const units = lcmOf([slow, fast])
  const rate = `${units / slow} + ${units / fast} = ${units / slow + units / fast}`
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${job.kn} ${one.to.kn} ${slow} ದಿನ, ${other.to.kn} ${fast} ದಿನ ಬೇಕು. ಇಬ್ಬರೂ ಸೇರಿ ಕೆಲಸ ಮಾಡಿದರೆ ಎಷ್ಟು ದಿನ ಬೇಕು?`,
      te: `${job.te} ${one.to.te} ${slow} రోజులు, ${other.to.te} ${fast} రోజులు పడుతుంది. ఇద్దరూ కలిసి చేస్తే ఎన్ని రోజులు పడుతుంది?`,
      en: `${one.name.en} needs ${slow} days ${job.en} and ${other.name.en} needs ${fast}. How many days will they need together?`,
    },
    ...numericAnswers(answer, [(slow + fast) / 2, slow - fast, (slow + fast) / 4], 2),
    why: {
      kn: `ಕೆಲಸವನ್ನು ${slow} ಮತ್ತು ${fast}ರ ಲ.ಸಾ.ಅ. ಆದ ${units} ಭಾಗಗಳೆಂದುಕೊಳ್ಳಿ. ಇಬ್ಬರೂ ಸೇರಿ ದಿನಕ್ಕೆ ${rate} ಭಾಗ ಮುಗಿಸುತ್ತಾರೆ; ${units} ÷ ${units / answer} = ${answer} ದಿನ. ಇಬ್ಬರು ಸೇರಿದಾಗ ಬೇಗ ಮಾಡುವವರ ${fast} ದಿನಕ್ಕಿಂತಲೂ ಕಡಿಮೆ ಕಾಲ ಸಾಕು.`,
      te: `పనిని ${slow}, ${fast}ల క.సా.గు. అయిన ${units} భాగాలుగా తీసుకోండి. ఇద్దరూ కలిసి రోజుకు ${rate} భాగాలు చేస్తారు; ${units} ÷ ${units / answer} = ${answer} రోజులు. ఇద్దరు కలిస్తే వేగంగా చేసేవారి ${fast} రోజుల కంటే కూడా తక్కువే పడుతుంది.`,
      en: `Take the work as ${units} parts, the LCM of ${slow} and ${fast}. Together they do ${rate} parts a day, so they need ${units} ÷ ${units / answer} = ${answer} days. Two people working together always need fewer days than the ${fast} that the faster one needs alone.`,
    },
  })
}

const otherAlone: QuestionTemplate = (random) => {
  const [one, other] = random.shuffled(people) as [(typeof people)[0], (typeof people)[0]]
  const job = random.pick(jobs)
  const { both, alone } = random.drawUntil(
    () => ({ both: random.integer(4, 20), alone: random.integer(6, 40) }),
    ({ both, alone }) =>
      alone > both &&
      alone !== 2 * both &&
      isWhole((both * alone) / (alone - both)) &&
      (both * alone) / (alone - both) <= 3 * alone,
  )
  const answer = (both * alone) / (alone - both)
  const units = lcmOf([both, alone])
  const rest = `${units / both} − ${units / alone} = ${units / answer}`
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${one.name.kn} ಮತ್ತು ${other.name.kn} ಸೇರಿ ಮಾಡಿದರೆ ${job.kn} ${both} ದಿನ ಬೇಕು; ${one.name.kn} ಒಬ್ಬರೇ ಮಾಡಿದರೆ ${alone} ದಿನ ಬೇಕು. ${other.name.kn} ಒಬ್ಬರೇ ಮಾಡಿದರೆ ಎಷ್ಟು ದಿನ ಬೇಕು?`,
      te: `${one.name.te}, ${other.name.te} కలిసి చేస్తే ${job.te} ${both} రోజులు పడుతుంది; ${one.name.te} ఒక్కరే చేస్తే ${alone} రోజులు పడుతుంది. ${other.name.te} ఒక్కరే చేస్తే ఎన్ని రోజులు పడుతుంది?`,
      en: `${one.name.en} and ${other.name.en} together need ${both} days ${job.en}; ${one.name.en} alone needs ${alone}. How many days would ${other.name.en} need alone?`,
    },
    ...numericAnswers(answer, [alone - both, alone + both, 2 * both], 2),
    why: {
      kn: `ಕೆಲಸವನ್ನು ${units} ಭಾಗಗಳೆಂದುಕೊಳ್ಳಿ (${both} ಮತ್ತು ${alone}ರ ಲ.ಸಾ.ಅ.). ಇಬ್ಬರೂ ಸೇರಿ ದಿನಕ್ಕೆ ${units / both}, ${one.name.kn} ಒಬ್ಬರೇ ${units / alone} ಭಾಗ ಮಾಡುತ್ತಾರೆ. ${other.name.kn} ಅವರದು ${rest} ಭಾಗ; ${units} ÷ ${units / answer} = ${answer} ದಿನ. ದಿನಗಳನ್ನು ನೇರವಾಗಿ ಕಳೆಯಬಾರದು.`,
      te: `పనిని ${units} భాగాలుగా తీసుకోండి (${both}, ${alone}ల క.సా.గు.). ఇద్దరూ రోజుకు ${units / both}, ${one.name.te} ఒక్కరే ${counted(units / alone, 'భాగం', 'భాగాలు')} చేస్తారు. ${other.name.te} చేసేది ${rest} ${units / answer === 1 ? 'భాగం' : 'భాగాలు'}; ${units} ÷ ${units / answer} = ${answer} రోజులు. రోజులను నేరుగా తీసివేయకూడదు.`,
      en: `Take the work as ${units} parts, the LCM of ${both} and ${alone}. Together they do ${units / both} parts a day and ${one.name.en} alone does ${units / alone}. ${other.name.en} does ${rest} a day, so the work takes ${units} ÷ ${units / answer} = ${answer} days. The days themselves must not be subtracted.`,
    },
  })
}

const labourers: QuestionTemplate = (random) => {
  const { workers, days, gone, change } = random.drawUntil(
    () => ({
      workers: random.integer(12, 60, 2),
      days: random.integer(12, 40),
      gone: random.integer(4, 20),
      change: random.pick([-1, 1]) * random.integer(4, 24, 2),
    }),
    ({ workers, days, gone, change }) =>
      days - gone >= 5 &&
      workers + change >= 6 &&
      // In Telugu, persons up to seven are counted by words of their own.
      Math.abs(change) > 7 &&
      isWhole((workers * (days - gone)) / (workers + change)),
  )
  const work = workers * (days - gone)
  const answer = work / (workers + change)
  const more = Math.abs(change)
  const joined = change > 0
  const now = `${workers} ${joined ? '+' : '−'} ${more} = ${workers + change}`
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಉದ್ಯೋಗ ಖಾತರಿ ಯೋಜನೆಯ ಕೆರೆ ಕಾಮಗಾರಿಯನ್ನು ${workers} ಕಾರ್ಮಿಕರು ${days} ದಿನಗಳಲ್ಲಿ ಮುಗಿಸಬಲ್ಲರು. ಅವರು ಕೆಲಸ ಆರಂಭಿಸಿದ ${gone} ದಿನಗಳ ನಂತರ ${joined ? `ಇನ್ನೂ ${more} ಕಾರ್ಮಿಕರು ಸೇರಿದರು` : `${more} ಕಾರ್ಮಿಕರು ಕೆಲಸ ಬಿಟ್ಟರು`}. ಉಳಿದ ಕೆಲಸ ಮುಗಿಯಲು ಇನ್ನೂ ಎಷ್ಟು ದಿನ ಬೇಕು?`,
      te: `ఉపాధి హామీ పథకంలో ఒక చెరువు పనిని ${workers} మంది కూలీలు ${days} రోజుల్లో పూర్తి చేయగలరు. ${gone} రోజుల తర్వాత ${joined ? `మరో ${more} మంది కూలీలు చేరారు` : `${more} మంది కూలీలు పని మానేశారు`}. మిగిలిన పని పూర్తి కావడానికి ఇంకా ఎన్ని రోజులు పడుతుంది?`,
      en: `Under the employment guarantee scheme, ${workers} labourers can finish the work on a tank in ${days} days. After ${gone} days, ${joined ? `${more} more labourers join` : `${more} of them leave`}. In how many more days will the rest of the work be finished?`,
    },
    ...numericAnswers(
      answer,
      [days - gone, (workers * days) / (workers + change), answer + gone],
      2,
    ),
    why: {
      kn: `ಉಳಿದ ಕೆಲಸ ${workers} × (${days} − ${gone}) = ${grouped(work)} ಮಾನವ ದಿನಗಳು. ಈಗ ಕಾರ್ಮಿಕರು ${now}; ${grouped(work)} ÷ ${workers + change} = ${answer} ದಿನ. ಆಗಲೇ ಮುಗಿದ ${gone} ದಿನಗಳ ಕೆಲಸವನ್ನು ಕಳೆದೇ ಲೆಕ್ಕ ಹಾಕಬೇಕು.`,
      te: `మిగిలిన పని ${workers} × (${days} − ${gone}) = ${grouped(work)} పనిదినాలు. ఇప్పుడు కూలీలు ${now}; ${grouped(work)} ÷ ${workers + change} = ${counted(answer, 'రోజు', 'రోజులు')}. అప్పటికే పూర్తయిన ${gone} రోజుల పనిని తీసివేసి లెక్కించాలి.`,
      en: `The work left is ${workers} × (${days} − ${gone}) = ${grouped(work)} person-days. There are now ${now} labourers, so they need ${grouped(work)} ÷ ${workers + change} = ${counted(answer, 'day', 'days')}. The work of the first ${gone} days is already done and must be left out.`,
    },
  })
}

const leftMidway: QuestionTemplate = (random) => {
  const [one, other] = random.shuffled(people) as [(typeof people)[0], (typeof people)[0]]
  const { first, second, stayed } = random.drawUntil(
    () => ({
      first: random.integer(8, 40),
      second: random.integer(10, 60),
      stayed: random.integer(3, 12),
    }),
    ({ first, second, stayed }) =>
      first !== second &&
      lcmOf([first, second]) <= 180 &&
      isWhole(second - (stayed * (first + second)) / first),
  )
  const answer = second - (stayed * (first + second)) / first
  const units = lcmOf([first, second])
  const [quick, slow] = [units / first, units / second]
  const done = `${stayed} × (${quick} + ${slow}) = ${stayed * (quick + slow)}`
  const left = units - stayed * (quick + slow)
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಒಂದು ಕೆಲಸವನ್ನು ${one.name.kn} ${first} ದಿನಗಳಲ್ಲಿ, ${other.name.kn} ${second} ದಿನಗಳಲ್ಲಿ ಮುಗಿಸಬಲ್ಲರು. ಇಬ್ಬರೂ ಸೇರಿ ಆರಂಭಿಸಿ, ${stayed} ದಿನಗಳ ನಂತರ ${one.name.kn} ಕೆಲಸ ಬಿಟ್ಟರು. ಉಳಿದ ಕೆಲಸವನ್ನು ${other.name.kn} ಒಬ್ಬರೇ ಮುಗಿಸಲು ಎಷ್ಟು ದಿನ ಬೇಕು?`,
      te: `ఒక పనిని ${one.name.te} ${first} రోజుల్లో, ${other.name.te} ${second} రోజుల్లో పూర్తి చేయగలరు. ఇద్దరూ కలిసి మొదలుపెట్టాక, ${stayed} రోజుల తర్వాత ${one.name.te} పని మానేశారు. మిగిలిన పనిని ${other.name.te} ఒక్కరే పూర్తి చేయడానికి ఎన్ని రోజులు పడుతుంది?`,
      en: `${one.name.en} can do a piece of work in ${first} days and ${other.name.en} in ${second}. They begin together, but ${one.name.en} leaves after ${stayed} days. How many days will ${other.name.en} take to finish the rest alone?`,
    },
    ...numericAnswers(
      answer,
      [answer + stayed, second - stayed, second - (stayed * second) / first],
      2,
    ),
    why: {
      kn: `ಕೆಲಸ ${units} ಭಾಗ (ಲ.ಸಾ.ಅ.) ಎಂದುಕೊಂಡರೆ ದಿನಕ್ಕೆ ${one.name.kn} ${quick}, ${other.name.kn} ${slow} ಭಾಗ ಮಾಡುತ್ತಾರೆ. ${stayed} ದಿನಗಳಲ್ಲಿ ${done} ಭಾಗ ಮುಗಿದು ${left} ಉಳಿಯುತ್ತದೆ; ${left} ÷ ${slow} = ${answer} ದಿನ.`,
      te: `పని ${units} భాగాలు (క.సా.గు.) అనుకుంటే రోజుకు ${one.name.te} ${quick}, ${other.name.te} ${counted(slow, 'భాగం', 'భాగాలు')} చేస్తారు. ${stayed} రోజుల్లో ${done} భాగాలు పూర్తయి ${left} ${left === 1 ? 'మిగులుతుంది' : 'మిగులుతాయి'}; ${left} ÷ ${slow} = ${counted(answer, 'రోజు', 'రోజులు')}.`,
      en: `Take the work as ${units} parts, the LCM of the two numbers of days; ${one.name.en} does ${quick} a day and ${other.name.en} ${slow}. In ${stayed} days they do ${done} parts and ${left} ${left === 1 ? 'is' : 'are'} left, which will take ${left} ÷ ${slow} = ${counted(answer, 'day', 'days')}.`,
    },
  })
}

const threePipes: QuestionTemplate = (random) => {
  const { one, other, drain } = random.drawUntil(
    () => ({
      one: random.integer(4, 20),
      other: random.integer(5, 30),
      drain: random.integer(6, 40),
    }),
    ({ one, other, drain }) => {
      const units = lcmOf([one, other, drain])
      const net = units / one + units / other - units / drain
      return (
        one < other &&
        drain > one &&
        drain !== other &&
        units / drain >= 2 &&
        units <= 240 &&
        isWhole(units / net) &&
        units / net > 2
      )
    },
  )
  const units = lcmOf([one, other, drain])
  const [first, second, out] = [units / one, units / other, units / drain]
  const net = first + second - out
  const answer = units / net
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಒಂದು ತೊಟ್ಟಿಯನ್ನು ಮೊದಲ ಕೊಳಾಯಿ ${one} ಗಂಟೆಗಳಲ್ಲಿ, ಎರಡನೆಯದು ${other} ಗಂಟೆಗಳಲ್ಲಿ ತುಂಬಿಸುತ್ತದೆ; ತಳದಲ್ಲಿರುವ ಕೊಳಾಯಿ ತುಂಬಿದ ತೊಟ್ಟಿಯನ್ನು ${drain} ಗಂಟೆಗಳಲ್ಲಿ ಖಾಲಿ ಮಾಡುತ್ತದೆ. ತೊಟ್ಟಿ ಖಾಲಿ ಇರುವಾಗ ಮೂರನ್ನೂ ಒಟ್ಟಿಗೆ ತೆರೆದರೆ ಎಷ್ಟು ಗಂಟೆಗಳಲ್ಲಿ ತುಂಬುತ್ತದೆ?`,
      te: `ఒక తొట్టిని మొదటి కుళాయి ${one} గంటల్లో, రెండోది ${other} గంటల్లో నింపగలవు; అడుగున ఉన్న కుళాయి నిండిన తొట్టిని ${drain} గంటల్లో ఖాళీ చేస్తుంది. తొట్టి ఖాళీగా ఉన్నప్పుడు మూడింటినీ ఒకేసారి తెరిస్తే ఎన్ని గంటల్లో నిండుతుంది?`,
      en: `One tap fills a tank in ${one} hours and another in ${other} hours; a tap at the bottom empties the full tank in ${drain} hours. If all three are opened when the tank is empty, in how many hours will it be full?`,
    },
    ...numericAnswers(
      answer,
      [units / (first + second), units / (first + second + out), one + other - drain],
      1,
    ),
    why: {
      kn: `ತೊಟ್ಟಿಯನ್ನು ${units} ಭಾಗ (ಲ.ಸಾ.ಅ.) ಎಂದುಕೊಳ್ಳಿ. ಗಂಟೆಗೆ ${first} + ${second} ಭಾಗ ತುಂಬಿ ${out} ಭಾಗ ಹೊರಹೋಗುತ್ತದೆ; ಉಳಿಯುವುದು ${net}. ${units} ÷ ${net} = ${answer} ಗಂಟೆ. ಹೊರಹೋಗುವುದನ್ನು ಕಳೆಯಬೇಕು, ಕೂಡಿಸಬಾರದು.`,
      te: `తొట్టిని ${units} భాగాలు (క.సా.గు.) అనుకోండి. గంటకు ${first} + ${second} భాగాలు నిండి ${out} భాగాలు బయటకు పోతాయి; మిగిలేవి ${net}; కాబట్టి తొట్టి నిండే సమయం ${units} ÷ ${net} = ${answer} గంటలు. బయటకు పోయేదాన్ని తీసివేయాలి, కూడకూడదు.`,
      en: `Take the tank as ${units} parts, the LCM of the three times in hours. In an hour ${first} + ${second} parts come in and ${out} go out, leaving ${net}, so the tank fills in ${units} ÷ ${net} = ${answer} hours. What goes out is subtracted, not added.`,
    },
  })
}

const twiceAsGood: QuestionTemplate = (random) => {
  const { times, slower } = random.drawUntil(
    () => ({ times: random.pick([2, 3]), slower: random.integer(12, 72, 3) }),
    ({ times, slower }) => isWhole(slower / times) && isWhole(slower / (times + 1)),
  )
  const gap = slower - slower / times
  const answer = slower / (times + 1)
  const isTwice = times === 2
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಅನುಭವಿ ಮೇಸ್ತ್ರಿಯ ಕೆಲಸದ ವೇಗ ಹೊಸಬನ ವೇಗದ ${isTwice ? 'ಎರಡು' : times} ಪಟ್ಟು; ಆದ್ದರಿಂದ ಒಂದು ಗೋಡೆ ಕಟ್ಟಲು ಮೇಸ್ತ್ರಿಗೆ ಹೊಸಬನಿಗಿಂತ ${gap} ದಿನ ಕಡಿಮೆ ಸಾಕು. ಆ ಗೋಡೆಯನ್ನು ಇಬ್ಬರೂ ಸೇರಿ ಕಟ್ಟಲು ಎಷ್ಟು ದಿನ ಬೇಕು?`,
      te: `అనుభవం ఉన్న మేస్త్రి పని వేగం కొత్తవాడి వేగానికి ${isTwice ? 'రెండు' : times} రెట్లు; అందుకే ఒక గోడ కట్టడానికి మేస్త్రికి కొత్తవాడి కంటే ${gap} రోజులు తక్కువ పడుతుంది. ఆ గోడను ఇద్దరూ కలిసి కట్టడానికి ఎన్ని రోజులు పడుతుంది?`,
      en: `A skilled mason works ${timesOf(times)} as fast as a beginner, and so takes ${gap} fewer days to build a wall. How many days will the two take to build that wall together?`,
    },
    ...numericAnswers(answer, [slower / times, gap / 2, gap], 2),
    why: {
      kn: `ಮೇಸ್ತ್ರಿಗೆ x ದಿನ ಬೇಕಾದರೆ ಹೊಸಬನಿಗೆ ${times}x; ${times}x − x = ${gap}, ಆದ್ದರಿಂದ x = ${slower / times}. ಇಬ್ಬರೂ ಸೇರಿದರೆ ಅವರ ಒಟ್ಟು ವೇಗ ಹೊಸಬನ ವೇಗದ ${times + 1} ಪಟ್ಟು: ${slower} ÷ ${times + 1} = ${answer} ದಿನ.`,
      te: `మేస్త్రికి x రోజులు పడితే కొత్తవాడికి ${times}x; ${times}x − x = ${gap}, కాబట్టి x = ${slower / times}. ఇద్దరూ కలిస్తే వేగం కొత్తవాడికి ${times + 1} రెట్లు: ${slower} ÷ ${times + 1} = ${answer} రోజులు.`,
      en: `If the mason needs x days, the beginner needs ${times}x; ${times}x − x = ${gap}, so x = ${slower / times}. Together they are ${times + 1} times as fast as the beginner, so they need ${slower} ÷ ${times + 1} = ${answer} days.`,
    },
  })
}

export const timeAndWork: readonly QuestionTemplate[] = [
  together,
  otherAlone,
  labourers,
  leftMidway,
  threePipes,
  twiceAsGood,
]
