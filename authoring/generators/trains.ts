import { isWhole } from './amounts.ts'
import { makeQuestion, numericAnswers, type QuestionTemplate } from './question.ts'

const topics = ['arithmetic']

/** km/h to m/s. */
const perSecond = (speed: number) => (speed * 5) / 18

const passingTrains: QuestionTemplate = (random) => {
  const isOpposite = random.pick([true, false])
  const { one, other, fast, slow } = random.drawUntil(
    () => ({
      one: random.integer(100, 280, 10),
      other: random.integer(90, 260, 10),
      fast: random.integer(48, 108, 3),
      slow: random.integer(30, 72, 3),
    }),
    ({ one, other, fast, slow }) => {
      const speed = perSecond(isOpposite ? fast + slow : fast - slow)
      const seconds = (one + other) / speed
      return fast > slow + 8 && one !== other && isWhole(speed) && isWhole(seconds) && seconds < 100
    },
  )
  const together = isOpposite ? fast + slow : fast - slow
  const speed = perSecond(together)
  const length = one + other
  const answer = length / speed
  const swapped = Math.round(length / perSecond(isOpposite ? fast - slow : fast + slow))
  const sign = isOpposite ? '+' : '−'
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${one} ಮೀ ಮತ್ತು ${other} ಮೀ ಉದ್ದದ ಎರಡು ರೈಲುಗಳು ಗಂಟೆಗೆ ಕ್ರಮವಾಗಿ ${fast} ಕಿ.ಮೀ ಮತ್ತು ${slow} ಕಿ.ಮೀ ವೇಗದಲ್ಲಿ ಸಮಾಂತರ ಹಳಿಗಳ ಮೇಲೆ ${isOpposite ? 'ಎದುರುಬದುರಾಗಿ' : 'ಒಂದೇ ದಿಕ್ಕಿನಲ್ಲಿ'} ಚಲಿಸುತ್ತಿವೆ. ${isOpposite ? 'ಅವು ಒಂದನ್ನೊಂದು' : 'ವೇಗದ ರೈಲು ನಿಧಾನದ ರೈಲನ್ನು'} ಪೂರ್ತಿ ದಾಟಲು ಎಷ್ಟು ಸೆಕೆಂಡು ಬೇಕು?`,
      te: `${one} మీ., ${other} మీ. పొడవున్న రెండు రైళ్లు గంటకు వరుసగా ${fast} కి.మీ., ${slow} కి.మీ. వేగంతో సమాంతర పట్టాలపై ${isOpposite ? 'ఎదురెదురుగా' : 'ఒకే దిశలో'} వెళ్తున్నాయి. ${isOpposite ? 'అవి ఒకదానినొకటి' : 'వేగంగా వెళ్లే రైలు రెండోదాన్ని'} పూర్తిగా దాటడానికి ఎన్ని సెకన్లు పడుతుంది?`,
      en: `Two trains ${one} m and ${other} m long run on parallel tracks ${isOpposite ? 'towards each other' : 'in the same direction'} at ${fast} km/h and ${slow} km/h respectively. In how many seconds ${isOpposite ? 'do they pass each other' : 'does the faster pass the slower'} completely?`,
    },
    ...numericAnswers(answer, [swapped, one / speed, other / speed, length / perSecond(fast)], 3),
    why: {
      kn: `ದಾಟಬೇಕಾದ ದೂರ ${one} + ${other} = ${length} ಮೀ. ಸಾಪೇಕ್ಷ ವೇಗ ${fast} ${sign} ${slow} = ${together} ಕಿ.ಮೀ/ಗಂ = ${together} × 5/18 = ${speed} ಮೀ/ಸೆ. ಸಮಯ ${length} ÷ ${speed} = ${answer} ಸೆಕೆಂಡು.`,
      te: `దాటవలసిన దూరం ${one} + ${other} = ${length} మీ. సాపేక్ష వేగం ${fast} ${sign} ${slow} = ${together} కి.మీ./గం. = ${together} × 5/18 = ${speed} మీ./సె. కాలం ${length} ÷ ${speed} = ${answer} సెకన్లు.`,
      en: `The distance to be covered is ${one} + ${other} = ${length} m. The relative speed is ${fast} ${sign} ${slow} = ${together} km/h = ${together} × 5/18 = ${speed} m/s. The time is ${length} ÷ ${speed} = ${answer} seconds.`,
    },
  })
}

const poleAndBridge: QuestionTemplate = (random) => {
  const { speed, short, long } = random.drawUntil(
    () => ({
      speed: random.integer(10, 30),
      short: random.integer(6, 18),
      long: random.integer(14, 45),
    }),
    ({ speed, short, long }) => long > short + 5 && isWhole((speed * 18) / 5 / 3),
  )
  const train = speed * short
  const bridge = speed * (long - short)
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ರೈಲೊಂದು ಸಿಗ್ನಲ್ ಕಂಬವನ್ನು ${short} ಸೆಕೆಂಡುಗಳಲ್ಲೂ ${bridge} ಮೀ ಉದ್ದದ ಸೇತುವೆಯನ್ನು ${long} ಸೆಕೆಂಡುಗಳಲ್ಲೂ ದಾಟುತ್ತದೆ. ರೈಲಿನ ಉದ್ದ ಎಷ್ಟು ಮೀಟರ್?`,
      te: `ఒక రైలు సిగ్నల్ స్తంభాన్ని ${short} సెకన్లలో, ${bridge} మీ. పొడవున్న వంతెనను ${long} సెకన్లలో దాటుతుంది. రైలు పొడవు ఎన్ని మీటర్లు?`,
      en: `A train crosses a signal post in ${short} seconds and a bridge ${bridge} m long in ${long} seconds. How many metres long is the train?`,
    },
    ...numericAnswers(train, [(bridge * short) / long, bridge - train, speed * long], 20),
    why: {
      kn: `ಸೇತುವೆಯ ಉದ್ದದಷ್ಟು ದೂರ ಸಾಗಲು ${long} − ${short} = ${long - short} ಸೆಕೆಂಡು ಬೇಕು; ವೇಗ ${bridge} ÷ ${long - short} = ${speed} ಮೀ/ಸೆ. ಕಂಬ ದಾಟುವಾಗ ರೈಲು ತನ್ನ ಉದ್ದದಷ್ಟು ದೂರ ಸಾಗುತ್ತದೆ: ${speed} × ${short} = ${train} ಮೀ.`,
      te: `వంతెన పొడవంత దూరం వెళ్లడానికి ${long} − ${short} = ${long - short} సెకన్లు పడుతుంది; వేగం ${bridge} ÷ ${long - short} = ${speed} మీ./సె. స్తంభాన్ని దాటేటప్పుడు రైలు తన పొడవంత దూరం వెళ్తుంది: ${speed} × ${short} = ${train} మీ.`,
      en: `The length of the bridge alone takes ${long} − ${short} = ${long - short} seconds, so the speed is ${bridge} ÷ ${long - short} = ${speed} m/s. In passing the post the train moves its own length: ${speed} × ${short} = ${train} m.`,
    },
  })
}

const runningMan: QuestionTemplate = (random) => {
  const { train, man, seconds } = random.drawUntil(
    () => ({
      train: random.integer(45, 99, 3),
      man: random.integer(3, 15, 3),
      seconds: random.integer(6, 24),
    }),
    ({ train, man, seconds }) =>
      isWhole(perSecond(train - man) * seconds) && isWhole(perSecond(train - man)),
  )
  const together = train - man
  const speed = perSecond(together)
  const answer = speed * seconds
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಗಂಟೆಗೆ ${train} ಕಿ.ಮೀ ವೇಗದ ರೈಲು, ಅದೇ ದಿಕ್ಕಿನಲ್ಲಿ ಗಂಟೆಗೆ ${man} ಕಿ.ಮೀ ವೇಗದಲ್ಲಿ ಓಡುತ್ತಿರುವ ವ್ಯಕ್ತಿಯನ್ನು ${seconds} ಸೆಕೆಂಡುಗಳಲ್ಲಿ ದಾಟುತ್ತದೆ. ರೈಲಿನ ಉದ್ದ ಎಷ್ಟು ಮೀಟರ್?`,
      te: `గంటకు ${train} కి.మీ. వేగంతో వెళ్లే రైలు, అదే దిశలో గంటకు ${man} కి.మీ. వేగంతో పరుగెడుతున్న వ్యక్తిని ${seconds} సెకన్లలో దాటుతుంది. రైలు పొడవు ఎన్ని మీటర్లు?`,
      en: `A train running at ${train} km/h overtakes a man running in the same direction at ${man} km/h. If it takes ${seconds} seconds to pass him, how many metres long is the train?`,
    },
    ...numericAnswers(
      answer,
      [perSecond(train + man) * seconds, perSecond(train) * seconds, together * seconds],
      15,
    ),
    why: {
      kn: `ರೈಲು ಮತ್ತು ವ್ಯಕ್ತಿ ಒಂದೇ ದಿಕ್ಕಿನಲ್ಲಿ ಸಾಗುತ್ತಿರುವುದರಿಂದ ಸಾಪೇಕ್ಷ ವೇಗ ${train} − ${man} = ${together} ಕಿ.ಮೀ/ಗಂ = ${together} × 5/18 = ${speed} ಮೀ/ಸೆ. ರೈಲಿನ ಉದ್ದ ${speed} × ${seconds} = ${answer} ಮೀ.`,
      te: `రైలు, వ్యక్తి వెళ్లేది ఒకే దిశలో కాబట్టి సాపేక్ష వేగం ${train} − ${man} = ${together} కి.మీ./గం. = ${together} × 5/18 = ${speed} మీ./సె. రైలు పొడవు ${speed} × ${seconds} = ${answer} మీ.`,
      en: `Both move in the same direction, so the relative speed is ${train} − ${man} = ${together} km/h = ${together} × 5/18 = ${speed} m/s. The train is ${speed} × ${seconds} = ${answer} m long.`,
    },
  })
}

const withStops: QuestionTemplate = (random) => {
  const { moving, stopped } = random.drawUntil(
    () => ({ moving: random.integer(40, 100), stopped: random.integer(30, 90) }),
    ({ moving, stopped }) => moving > stopped + 3 && isWhole(((moving - stopped) * 60) / moving),
  )
  const answer = ((moving - stopped) * 60) / moving
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ನಿಲುಗಡೆಗಳಿಲ್ಲದಿದ್ದರೆ ರೈಲಿನ ಸರಾಸರಿ ವೇಗ ಗಂಟೆಗೆ ${moving} ಕಿ.ಮೀ; ನಿಲುಗಡೆಗಳೊಂದಿಗೆ ಅದು ಗಂಟೆಗೆ ${stopped} ಕಿ.ಮೀ. ರೈಲು ಗಂಟೆಗೆ ಸರಾಸರಿ ಎಷ್ಟು ನಿಮಿಷ ನಿಲ್ಲುತ್ತದೆ?`,
      te: `ఆగకుండా వెళ్తే రైలు సగటు వేగం గంటకు ${moving} కి.మీ.; ఆగుతూ వెళ్తే అది గంటకు ${stopped} కి.మీ. రైలు గంటకు సగటున ఎన్ని నిమిషాలు ఆగుతుంది?`,
      en: `Without stops a train averages ${moving} km/h, and with its stops ${stopped} km/h. For how many minutes an hour does it stop on average?`,
    },
    ...numericAnswers(answer, [moving - stopped, (stopped * 60) / moving, 60 - answer], 2),
    why: {
      kn: `ನಿಲುಗಡೆಗಳಿಂದ ಗಂಟೆಗೆ ${moving} − ${stopped} = ${moving - stopped} ಕಿ.ಮೀ ಕಡಿಮೆ ದೂರ ಸಾಗುತ್ತದೆ. ಆ ದೂರಕ್ಕೆ ಬೇಕಾದ ಸಮಯವೇ ನಿಂತ ಸಮಯ: ${moving - stopped} ÷ ${moving} × 60 = ${answer} ನಿಮಿಷ.`,
      te: `ఆగడం వల్ల గంటకు ${moving} − ${stopped} = ${moving - stopped} కి.మీ. తక్కువ దూరం వెళ్తుంది. ఆ దూరానికి పట్టే సమయమే ఆగిన సమయం: ${moving - stopped} ÷ ${moving} × 60 = ${answer} నిమిషాలు.`,
      en: `Because of the stops the train covers ${moving} − ${stopped} = ${moving - stopped} km less in an hour. The time needed for that distance is the time for which it stops: ${moving - stopped} ÷ ${moving} × 60 = ${answer} minutes.`,
    },
  })
}

export const trains: readonly QuestionTemplate[] = [
  passingTrains,
  poleAndBridge,
  runningMan,
  withStops,
]
