import { isWhole, lcmOf } from './amounts.ts'
import { makeQuestion, numericAnswers, type QuestionTemplate } from './question.ts'

const topics = ['arithmetic']

const leak: QuestionTemplate = (random) => {
  const { fill, slower } = random.drawUntil(
    () => ({ fill: random.integer(4, 20), slower: random.integer(1, 10) }),
    ({ fill, slower }) => isWhole((fill * (fill + slower)) / slower) && slower < fill,
  )
  const late = fill + slower
  const answer = (fill * late) / slower
  const units = lcmOf([fill, late])
  const [inward, net] = [units / fill, units / late]
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಒಂದು ನಲ್ಲಿ ಖಾಲಿ ತೊಟ್ಟಿಯನ್ನು ${fill} ಗಂಟೆಗಳಲ್ಲಿ ತುಂಬಿಸುತ್ತದೆ. ತಳದಲ್ಲಿ ಸೋರಿಕೆ ಇರುವುದರಿಂದ ${late} ಗಂಟೆ ಬೇಕಾಗುತ್ತದೆ. ನಲ್ಲಿ ಮುಚ್ಚಿದ್ದರೆ ತುಂಬಿದ ತೊಟ್ಟಿ ಸೋರಿಕೆಯಿಂದ ಎಷ್ಟು ಗಂಟೆಗಳಲ್ಲಿ ಖಾಲಿಯಾಗುತ್ತದೆ?`,
      te: `ఒక కుళాయి ఖాళీ తొట్టిని ${fill} గంటల్లో నింపుతుంది. అడుగున లీకు ఉండటం వల్ల ${late} గంటలు పడుతోంది. కుళాయి మూసి ఉంటే నిండిన తొట్టి లీకు వల్ల ఎన్ని గంటల్లో ఖాళీ అవుతుంది?`,
      en: `A tap fills an empty tank in ${fill} hours, but because of a leak at the bottom it takes ${late} hours. With the tap closed, in how many hours will the leak empty the full tank?`,
    },
    ...numericAnswers(answer, [fill + late, late * slower, fill * slower], 4),
    why: {
      kn: `ತೊಟ್ಟಿಯನ್ನು ${units} ಭಾಗ ಎಂದುಕೊಳ್ಳಿ. ನಲ್ಲಿ ಗಂಟೆಗೆ ${inward} ಭಾಗ ತುಂಬಿಸುತ್ತದೆ, ಸೋರಿಕೆ ಇರುವಾಗ ${net} ಭಾಗ ಉಳಿಯುತ್ತದೆ; ಸೋರುವುದು ${inward} − ${net} = ${inward - net}. ${units} ÷ ${inward - net} = ${answer} ಗಂಟೆ.`,
      te: `తొట్టిని ${units} భాగాలు అనుకోండి. కుళాయి గంటకు ${inward} భాగాలు నింపుతుంది, లీకు ఉన్నప్పుడు నిలిచేది ${net}; కారేది ${inward} − ${net} = ${inward - net}. ${units} ÷ ${inward - net} = ${answer} గంటలు.`,
      en: `Take the tank as ${units} parts. The tap brings in ${inward} parts an hour and ${net} stay when it leaks, so ${inward} − ${net} = ${inward - net} leak out. ${units} ÷ ${inward - net} = ${answer} hours.`,
    },
  })
}

const closedEarly: QuestionTemplate = (random) => {
  const { one, other, opened } = random.drawUntil(
    () => ({
      one: random.integer(10, 40),
      other: random.integer(12, 60),
      opened: random.integer(3, 12),
    }),
    ({ one, other, opened }) => {
      const units = lcmOf([one, other])
      const left = units - opened * (units / one + units / other)
      return one !== other && left > 0 && isWhole(left / (units / other)) && units <= 240
    },
  )
  const units = lcmOf([one, other])
  const [first, second] = [units / one, units / other]
  const done = opened * (first + second)
  const left = units - done
  const answer = left / second
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಎರಡು ಪೈಪುಗಳು ತೊಟ್ಟಿಯನ್ನು ಕ್ರಮವಾಗಿ ${one} ಮತ್ತು ${other} ನಿಮಿಷಗಳಲ್ಲಿ ತುಂಬಿಸಬಲ್ಲವು. ಎರಡನ್ನೂ ಒಟ್ಟಿಗೆ ತೆರೆದು ${opened} ನಿಮಿಷಗಳ ನಂತರ ಮೊದಲನೆಯದನ್ನು ಮುಚ್ಚಿದರೆ, ತೊಟ್ಟಿ ತುಂಬಲು ಇನ್ನೂ ಎಷ್ಟು ನಿಮಿಷ ಬೇಕು?`,
      te: `రెండు పైపులు తొట్టిని వరుసగా ${one}, ${other} నిమిషాల్లో నింపగలవు. రెండింటినీ ఒకేసారి తెరిచి ${opened} నిమిషాల తర్వాత మొదటిదాన్ని మూసేస్తే, తొట్టి నిండటానికి ఇంకా ఎన్ని నిమిషాలు పడుతుంది?`,
      en: `Two pipes can fill a tank in ${one} and ${other} minutes respectively. Both are opened together, and after ${opened} minutes the first is closed. How many more minutes are needed to fill the tank?`,
    },
    ...numericAnswers(answer, [answer + opened, other - opened, left / first], 2),
    why: {
      kn: `ತೊಟ್ಟಿಯನ್ನು ${units} ಭಾಗ ಎಂದುಕೊಂಡರೆ ನಿಮಿಷಕ್ಕೆ ${first} ಮತ್ತು ${second} ಭಾಗ ತುಂಬುತ್ತದೆ. ${opened} ನಿಮಿಷಗಳಲ್ಲಿ ${done} ಭಾಗ; ಉಳಿದ ${left} ಭಾಗವನ್ನು ಎರಡನೆಯ ಪೈಪ್ ಮಾತ್ರ ತುಂಬಿಸುತ್ತದೆ: ${left} ÷ ${second} = ${answer} ನಿಮಿಷ.`,
      te: `తొట్టిని ${units} భాగాలు అనుకుంటే నిమిషానికి ${first}, ${second} భాగాలు నిండుతాయి. ${opened} నిమిషాల్లో ${done} భాగాలు; మిగిలిన ${left} భాగాలను రెండో పైపు ఒక్కటే నింపుతుంది: ${left} ÷ ${second} = ${answer} నిమిషాలు.`,
      en: `Take the tank as ${units} parts, filled at ${first} and ${second} parts a minute. In ${opened} minutes ${done} parts are filled; the second pipe alone fills the other ${left}: ${left} ÷ ${second} = ${answer} minutes.`,
    },
  })
}

const stillWater: QuestionTemplate = (random) => {
  const asksStream = random.pick([true, false])
  const { boat, stream, down, up } = random.drawUntil(
    () => ({
      boat: random.integer(6, 20),
      stream: random.integer(1, 6),
      down: random.integer(2, 5),
      up: random.integer(2, 6),
    }),
    ({ boat, stream, down, up }) => boat > stream + 2 && down !== up,
  )
  const [fast, slow] = [boat + stream, boat - stream]
  const [away, back] = [fast * down, slow * up]
  const [answer, other] = asksStream ? [stream, boat] : [boat, stream]
  const sign = asksStream ? '−' : '+'
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ದೋಣಿಯೊಂದು ಪ್ರವಾಹದ ದಿಕ್ಕಿನಲ್ಲಿ ${away} ಕಿ.ಮೀ ದೂರವನ್ನು ${down} ಗಂಟೆಗಳಲ್ಲೂ ಪ್ರವಾಹಕ್ಕೆ ಎದುರಾಗಿ ${back} ಕಿ.ಮೀ ದೂರವನ್ನು ${up} ಗಂಟೆಗಳಲ್ಲೂ ಕ್ರಮಿಸುತ್ತದೆ. ${asksStream ? 'ಪ್ರವಾಹದ' : 'ನಿಶ್ಚಲ ನೀರಿನಲ್ಲಿ ದೋಣಿಯ'} ವೇಗ ಗಂಟೆಗೆ ಎಷ್ಟು ಕಿ.ಮೀ?`,
      te: `ఒక పడవ ప్రవాహ దిశలో ${away} కి.మీ. దూరాన్ని ${down} గంటల్లో, ప్రవాహానికి ఎదురుగా ${back} కి.మీ. దూరాన్ని ${up} గంటల్లో వెళ్తుంది. ${asksStream ? 'ప్రవాహ' : 'నిశ్చల నీటిలో పడవ'} వేగం గంటకు ఎన్ని కి.మీ.?`,
      en: `A boat covers ${away} km downstream in ${down} hours and ${back} km upstream in ${up} hours. What is the speed of the ${asksStream ? 'stream' : 'boat in still water'} in km/h?`,
    },
    ...numericAnswers(answer, [other, asksStream ? fast - slow : fast + slow, slow], 1),
    why: {
      kn: `ಪ್ರವಾಹದ ದಿಕ್ಕಿನ ವೇಗ ${away} ÷ ${down} = ${fast}, ಎದುರಿನ ವೇಗ ${back} ÷ ${up} = ${slow}. ${asksStream ? 'ಪ್ರವಾಹದ ವೇಗ ವ್ಯತ್ಯಾಸದ' : 'ದೋಣಿಯ ವೇಗ ಮೊತ್ತದ'} ಅರ್ಧ: (${fast} ${sign} ${slow}) ÷ 2 = ${answer} ಕಿ.ಮೀ/ಗಂ.`,
      te: `ప్రవాహ దిశలో వేగం ${away} ÷ ${down} = ${fast}, ఎదురు వేగం ${back} ÷ ${up} = ${slow}. ${asksStream ? 'ప్రవాహ వేగం తేడాలో' : 'పడవ వేగం మొత్తంలో'} సగం: (${fast} ${sign} ${slow}) ÷ 2 = ${answer} కి.మీ./గం.`,
      en: `Downstream the speed is ${away} ÷ ${down} = ${fast} and upstream ${back} ÷ ${up} = ${slow}. The speed of the ${asksStream ? 'stream is half their difference' : 'boat is half their sum'}: (${fast} ${sign} ${slow}) ÷ 2 = ${answer} km/h.`,
    },
  })
}

const upstreamTime: QuestionTemplate = (random) => {
  const { boat, stream, up } = random.drawUntil(
    () => ({
      boat: random.integer(6, 18),
      stream: random.integer(1, 5),
      up: random.integer(3, 12),
    }),
    ({ boat, stream, up }) =>
      boat > stream + 1 && isWhole(((boat - stream) * up) / (boat + stream)),
  )
  const away = (boat - stream) * up
  const down = away / (boat + stream)
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ನಿಶ್ಚಲ ನೀರಿನಲ್ಲಿ ಗಂಟೆಗೆ ${boat} ಕಿ.ಮೀ ವೇಗದ ದೋಣಿ, ಗಂಟೆಗೆ ${stream} ಕಿ.ಮೀ ವೇಗದ ಪ್ರವಾಹದೊಂದಿಗೆ ಒಂದು ಊರನ್ನು ${down} ಗಂಟೆಗಳಲ್ಲಿ ತಲುಪುತ್ತದೆ. ಪ್ರವಾಹಕ್ಕೆ ಎದುರಾಗಿ ಹಿಂದಿರುಗಲು ಎಷ್ಟು ಗಂಟೆ ಬೇಕು?`,
      te: `నిశ్చల నీటిలో గంటకు ${boat} కి.మీ. వేగంతో వెళ్లే పడవ, గంటకు ${stream} కి.మీ. వేగమున్న ప్రవాహంతో పాటు ఒక ఊరికి ${down} గంటల్లో చేరుతుంది. ప్రవాహానికి ఎదురుగా తిరిగి రావడానికి ఎన్ని గంటలు పడుతుంది?`,
      en: `A boat that goes at ${boat} km/h in still water reaches a village with a stream of ${stream} km/h in ${down} hours. How many hours does it need to come back against the stream?`,
    },
    ...numericAnswers(up, [down, up + down, 2 * down], 1),
    why: {
      kn: `ದೂರ (${boat} + ${stream}) × ${down} = ${away} ಕಿ.ಮೀ. ಎದುರಿನ ವೇಗ ${boat} − ${stream} = ${boat - stream}; ${away} ÷ ${boat - stream} = ${up} ಗಂಟೆ.`,
      te: `దూరం (${boat} + ${stream}) × ${down} = ${away} కి.మీ. ఎదురు వేగం ${boat} − ${stream} = ${boat - stream}; ${away} ÷ ${boat - stream} = ${up} గంటలు.`,
      en: `The distance is (${boat} + ${stream}) × ${down} = ${away} km. Upstream the speed is ${boat} − ${stream} = ${boat - stream}, and ${away} ÷ ${boat - stream} = ${up} hours.`,
    },
  })
}

export const pipesAndBoats: readonly QuestionTemplate[] = [
  leak,
  stillWater,
  closedEarly,
  upstreamTime,
]
