import { degrees, mixed } from './amounts.ts'
import { makeQuestion, numericAnswers, type QuestionTemplate } from './question.ts'

const topics = ['reasoning']

/** Minutes past twelve on the dial -> '7:05'. */
function dial(minutes: number): string {
  const within = ((minutes % 720) + 720) % 720
  const hour = Math.floor(within / 60) || 12
  return `${hour}:${String(within % 60).padStart(2, '0')}`
}

const smallerAngle = (angle: number) => {
  const turned = Math.abs(angle) % 360
  return Math.min(turned, 360 - turned)
}

const angleOfHands: QuestionTemplate = (random) => {
  const { hour, minute } = random.drawUntil(
    () => ({ hour: random.integer(1, 11), minute: random.integer(6, 54, 2) }),
    ({ hour, minute }) => {
      const angle = smallerAngle(30 * hour - 5.5 * minute)
      const careless = smallerAngle(30 * hour - 6 * minute)
      return angle >= 10 && angle <= 175 && careless > 0 && careless !== angle && minute !== 40
    },
  )
  const [short, long] = [30 * hour + minute / 2, 6 * minute]
  const gap = Math.abs(short - long)
  const angle = smallerAngle(short - long)
  const careless = smallerAngle(30 * hour - 6 * minute)
  const time = dial(hour * 60 + minute)
  const fold = gap > 180 ? `; 360° − ${gap}° = ${angle}°` : ''
  const working = `${Math.max(short, long)}° − ${Math.min(short, long)}° = ${gap}°${fold}`
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಗಡಿಯಾರದಲ್ಲಿ ಸಮಯ ${time} ಆಗಿರುವಾಗ ಗಂಟೆ ಮುಳ್ಳು ಮತ್ತು ನಿಮಿಷದ ಮುಳ್ಳಿನ ನಡುವಿನ ಚಿಕ್ಕ ಕೋನ ಎಷ್ಟು?`,
      te: `గడియారంలో సమయం ${time} అయినప్పుడు గంటల ముల్లుకు, నిమిషాల ముల్లుకు మధ్య ఉండే చిన్న కోణం ఎంత?`,
      en: `What is the smaller angle between the hour hand and the minute hand of a clock at ${time}?`,
    },
    ...numericAnswers(angle, [careless, 180 - angle], 5, degrees),
    why: {
      kn: `12ರಿಂದ ಅಳೆದರೆ ಗಂಟೆ ಮುಳ್ಳು 30° × ${hour} + ½° × ${minute} = ${short}°, ನಿಮಿಷದ ಮುಳ್ಳು 6° × ${minute} = ${long}°. ವ್ಯತ್ಯಾಸ ${working}. ಗಂಟೆ ಮುಳ್ಳು ${hour}ರಲ್ಲೇ ನಿಂತಿದೆ ಎಂದುಕೊಂಡರೆ ${careless}° ಎಂಬ ತಪ್ಪು ಉತ್ತರ ಬರುತ್ತದೆ.`,
      te: `12 నుంచి కొలిస్తే గంటల ముల్లు 30° × ${hour} + ½° × ${minute} = ${short}°, నిమిషాల ముల్లు 6° × ${minute} = ${long}°. తేడా ${working}. గంటల ముల్లు ${hour} వద్దే ఉందనుకుంటే ${careless}° అనే తప్పు జవాబు వస్తుంది.`,
      en: `Measured from 12, the hour hand stands at 30° × ${hour} + ½° × ${minute} = ${short}° and the minute hand at 6° × ${minute} = ${long}°. The difference is ${working}. Taking the hour hand to stand still at ${hour} gives ${careless}°.`,
    },
  })
}

const inTheMirror: QuestionTemplate = (random) => {
  const shown = random.drawUntil(
    () => random.integer(65, 710, 5),
    (minutes) => minutes % 60 !== 0 && Math.abs(minutes - 360) > 20 && minutes % 60 !== 30,
  )
  const real = 720 - shown
  const hour = Math.floor(shown / 60)
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಅಂಕಿಗಳಿಲ್ಲದ ಗೋಡೆ ಗಡಿಯಾರವು ಎದುರಿನ ಕನ್ನಡಿಯಲ್ಲಿ ${dial(shown)} ಸಮಯ ತೋರಿಸುವಂತೆ ಕಾಣುತ್ತಿದೆ. ನಿಜವಾದ ಸಮಯ ಎಷ್ಟು?`,
      te: `అంకెలు లేని గోడ గడియారం ఎదురుగా ఉన్న అద్దంలో ${dial(shown)} చూపుతున్నట్లు కనిపిస్తోంది. అసలు సమయం ఎంత?`,
      en: `A wall clock without numerals seems to show ${dial(shown)} in the mirror opposite. What is the real time?`,
    },
    right: dial(real),
    wrong: [real + 60, 360 - shown, real - 60, shown + 360].map(dial),
    why: {
      kn: `ಕನ್ನಡಿಯಲ್ಲಿ ಎಡ–ಬಲ ಅದಲುಬದಲಾಗುತ್ತವೆ; ಎರಡೂ ಸಮಯಗಳ ಮೊತ್ತ 12 ಗಂಟೆ. ಆದ್ದರಿಂದ 11:60 − ${hour}:${String(shown % 60).padStart(2, '0')} = ${dial(real)}. 12:00ರ ಬದಲು 11:60 ಎಂದು ಬರೆದುಕೊಂಡರೆ ಕಳೆಯುವುದು ಸುಲಭ.`,
      te: `అద్దంలో ఎడమ, కుడి వైపులు తారుమారవుతాయి; రెండు సమయాల మొత్తం 12 గంటలు. కాబట్టి 11:60 − ${hour}:${String(shown % 60).padStart(2, '0')} = ${dial(real)}. 12:00కి బదులు 11:60 అని రాసుకుంటే తీసివేయడం సులువు.`,
      en: `In a mirror left and right are interchanged, and the two times add up to 12 hours. So the real time is 11:60 − ${hour}:${String(shown % 60).padStart(2, '0')} = ${dial(real)}. Writing 11:60 for 12:00 makes the subtraction easy.`,
    },
  })
}

const handTurns: QuestionTemplate = (random) => {
  const start = random.integer(6 * 60, 10 * 60, 10)
  const passed = random.drawUntil(
    () => random.integer(80, 340, 10),
    (minutes) => minutes % 60 !== 0,
  )
  const end = start + passed
  const angle = passed / 2
  const [from, to] = [dial(start), dial(end)]
  const isPast = end >= 720
  const noon = { kn: isPast ? 'ಮಧ್ಯಾಹ್ನ ' : '', te: isPast ? 'మధ్యాహ్నం ' : '' }
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಬೆಳಗ್ಗೆ ${from}ರಿಂದ ${noon.kn}${to}ರವರೆಗೆ ಗಡಿಯಾರದ ಗಂಟೆ ಮುಳ್ಳು ಎಷ್ಟು ಡಿಗ್ರಿ ತಿರುಗುತ್ತದೆ?`,
      te: `ఉదయం ${from} నుంచి ${noon.te}${to} వరకు గడియారంలోని గంటల ముల్లు ఎన్ని డిగ్రీలు తిరుగుతుంది?`,
      en: `Through how many degrees does the hour hand of a clock turn from ${from} a.m. to ${to} ${isPast ? 'p.m.' : 'a.m.'}?`,
    },
    ...numericAnswers(angle, [Math.floor(passed / 60) * 30, angle * 2, angle + 15], 10, degrees),
    why: {
      kn: `ಗಂಟೆ ಮುಳ್ಳು 12 ಗಂಟೆಗಳಲ್ಲಿ 360°, ಅಂದರೆ ಗಂಟೆಗೆ 30°, ನಿಮಿಷಕ್ಕೆ ½° ತಿರುಗುತ್ತದೆ. ಕಳೆದ ಸಮಯ ${passed} ನಿಮಿಷ; ${passed} × ½° = ${angle}°. ನಿಮಿಷಕ್ಕೆ 6° ತಿರುಗುವುದು ನಿಮಿಷದ ಮುಳ್ಳು.`,
      te: `గంటల ముల్లు 12 గంటల్లో 360°, అంటే గంటకు 30°, నిమిషానికి ½° తిరుగుతుంది. గడిచిన సమయం ${passed} నిమిషాలు; ${passed} × ½° = ${angle}°. నిమిషానికి 6° తిరిగేది నిమిషాల ముల్లు.`,
      en: `The hour hand turns 360° in 12 hours: 30° an hour, ½° a minute. ${passed} minutes pass, so it turns ${passed} × ½° = ${angle}°. It is the minute hand that turns 6° a minute.`,
    },
  })
}

const gainingClock: QuestionTemplate = (random) => {
  const each = random.pick([2, 3, 4, 5, 6])
  const start = random.integer(5, 9)
  const hours = random.integer(6, 11)
  const gains = random.pick([true, false])
  const end = start + hours
  if (end <= 12) return gainingClock(random)
  const off = each * hours
  const shown = end * 60 + (gains ? off : -off)
  const hourNow = end - 12
  const part = hourNow < 4 ? 0 : hourNow < 7 ? 1 : 2
  const at = {
    kn: `${['ಮಧ್ಯಾಹ್ನ', 'ಸಂಜೆ', 'ರಾತ್ರಿ'][part]!} ${hourNow}:00`,
    te: `${['మధ్యాహ్నం', 'సాయంత్రం', 'రాత్రి'][part]!} ${hourNow}:00`,
  }
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಗಂಟೆಗೆ ${each} ನಿಮಿಷ ${gains ? 'ಮುಂದೆ ಓಡುವ' : 'ಹಿಂದೆ ಬೀಳುವ'} ಗಡಿಯಾರವನ್ನು ಬೆಳಗ್ಗೆ ${start}:00ಕ್ಕೆ ಸರಿಪಡಿಸಲಾಯಿತು. ಅದೇ ದಿನ ನಿಜವಾದ ಸಮಯ ${at.kn} ಆಗಿರುವಾಗ ಅದು ಎಷ್ಟು ಸಮಯ ತೋರಿಸುತ್ತದೆ?`,
      te: `గంటకు ${each} నిమిషాలు ${gains ? 'ముందుకు వెళ్లే' : 'వెనకబడే'} గడియారాన్ని ఉదయం ${start}:00కి సరిచేశారు. అదే రోజు అసలు సమయం ${at.te} అయినప్పుడు అది ఎంత సమయం చూపుతుంది?`,
      en: `A clock that ${gains ? 'gains' : 'loses'} ${each} minutes every hour is set right at ${start}:00 a.m. What time does it show when the correct time is ${hourNow}:00 p.m. the same day?`,
    },
    right: dial(shown),
    wrong: [
      end * 60 + (gains ? -off : off),
      shown + (gains ? each : -each),
      end * 60 + each,
      shown - 10,
      shown + 10,
    ].map(dial),
    why: {
      kn: `${start}:00ರಿಂದ ${at.kn}ರವರೆಗೆ ${hours} ಗಂಟೆ; ಗಡಿಯಾರ ${hours} × ${each} = ${off} ನಿಮಿಷ ${gains ? 'ಮುಂದೆ ಇರುತ್ತದೆ' : 'ಹಿಂದೆ ಇರುತ್ತದೆ'}. ಆದ್ದರಿಂದ ಅದು ${dial(shown)} ತೋರಿಸುತ್ತದೆ.`,
      te: `ఉదయం ${start}:00 నుంచి ${at.te} వరకు ${hours} గంటలు; గడియారం ${hours} × ${each} = ${off} నిమిషాలు ${gains ? 'ముందు ఉంటుంది' : 'వెనక ఉంటుంది'}. కాబట్టి అది ${dial(shown)} చూపుతుంది.`,
      en: `From ${start}:00 a.m. to ${hourNow}:00 p.m. is ${hours} hours; the clock is ${hours} × ${each} = ${off} minutes ${gains ? 'ahead' : 'behind'}. So it shows ${dial(shown)}.`,
    },
  })
}

const handsMeet: QuestionTemplate = (random) => {
  const isMeeting = random.pick([true, false])
  const hour = isMeeting
    ? random.integer(2, 10)
    : random.drawUntil(
        () => random.integer(2, 11),
        (hour) => hour !== 5 && hour !== 6,
      )
  const apart = isMeeting ? hour * 30 : hour < 6 ? hour * 30 + 180 : hour * 30 - 180
  const answer = mixed(apart * 2, 11)
  const working = `${apart} ÷ 5½ = ${answer}`
  const [spaces, next] = [apart / 6, hour + 1]
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${hour} ಮತ್ತು ${next} ಗಂಟೆಗಳ ನಡುವೆ, ${hour} ಗಂಟೆ ಕಳೆದು ಎಷ್ಟು ನಿಮಿಷಕ್ಕೆ ಗಡಿಯಾರದ ಎರಡು ಮುಳ್ಳುಗಳು ${isMeeting ? 'ಒಂದರ ಮೇಲೊಂದು ಬರುತ್ತವೆ' : 'ಒಂದಕ್ಕೊಂದು ವಿರುದ್ಧ ದಿಕ್ಕಿನಲ್ಲಿ ನೇರವಾಗಿರುತ್ತವೆ'}?`,
      te: `${hour}, ${next} గంటల మధ్య, ${hour} గంటలు దాటాక ఎన్ని నిమిషాలకు గడియారంలోని రెండు ముళ్లు ${isMeeting ? 'ఒకదానిపై ఒకటి వస్తాయి' : 'ఒకదానికొకటి ఎదురుగా సరళరేఖలో ఉంటాయి'}?`,
      en: `Between ${hour} and ${next} o'clock, at how many minutes past ${hour} are the two hands of a clock ${isMeeting ? 'one over the other' : 'in a straight line, pointing in opposite directions'}?`,
    },
    right: answer,
    wrong: [
      `${spaces}`,
      mixed(apart * 2 + 60, 11),
      mixed(apart * 2 - 5, 11),
      mixed(apart * 2 + 11, 11),
    ],
    why: {
      kn: `ನಿಮಿಷದ ಮುಳ್ಳು ಗಂಟೆ ಮುಳ್ಳಿಗಿಂತ ನಿಮಿಷಕ್ಕೆ 6° − ½° = 5½° ಹೆಚ್ಚು ಸಾಗುತ್ತದೆ. ${hour}:00ರ ನಂತರ ಅದು ${apart}° ಹೆಚ್ಚು ಸಾಗಬೇಕು: ${working} ನಿಮಿಷ. ಅಷ್ಟರಲ್ಲಿ ಗಂಟೆ ಮುಳ್ಳೂ ಸರಿಯುವುದರಿಂದ ${spaces} ನಿಮಿಷ ಎನ್ನುವುದು ತಪ್ಪು.`,
      te: `నిమిషాల ముల్లు గంటల ముల్లు కంటే నిమిషానికి 6° − ½° = 5½° ఎక్కువ వెళ్తుంది. ${hour}:00 తర్వాత అది ${apart}° ఎక్కువ వెళ్లాలి: ${working} నిమిషాలు. ఈలోగా గంటల ముల్లు కూడా జరుగుతుంది కాబట్టి ${spaces} నిమిషాలు అనడం తప్పు.`,
      en: `The minute hand gains 6° − ½° = 5½° a minute on the hour hand. From ${hour}:00 it has to gain ${apart}°, which takes ${working} minutes. The hour hand moves on meanwhile, so ${spaces} minutes is wrong.`,
    },
  })
}

const strikes: QuestionTemplate = (random) => {
  const { few, many, seconds } = random.drawUntil(
    () => ({
      few: random.integer(3, 7),
      many: random.integer(6, 12),
      seconds: random.integer(4, 18),
    }),
    ({ few, many, seconds }) =>
      many >= few + 3 &&
      seconds >= 2 * (few - 1) &&
      Number.isInteger(seconds / (few - 1)) &&
      Number.isInteger((seconds * many) / few),
  )
  const gap = seconds / (few - 1)
  const answer = gap * (many - 1)
  const careless = (seconds * many) / few
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ದೇವಸ್ಥಾನದ ಗಡಿಯಾರವು ${few} ಗಂಟೆಗೆ ${few} ಸಲ ಬಾರಿಸಲು, ಮೊದಲ ಬಡಿತದಿಂದ ಕೊನೆಯ ಬಡಿತದವರೆಗೆ, ${seconds} ಸೆಕೆಂಡು ತೆಗೆದುಕೊಳ್ಳುತ್ತದೆ. ${many} ಗಂಟೆಗೆ ${many} ಸಲ ಬಾರಿಸಲು ಎಷ್ಟು ಸೆಕೆಂಡು ಬೇಕು?`,
      te: `గుడిలోని గడియారం ${few} గంటలకు ${few} సార్లు మోగడానికి, మొదటి మోత నుంచి చివరి మోత వరకు, ${seconds} సెకన్లు పడుతుంది. ${many} గంటలకు ${many} సార్లు మోగడానికి ఎన్ని సెకన్లు పడుతుంది?`,
      en: `At ${few} o'clock a temple clock strikes ${few} times, and takes ${seconds} seconds from the first stroke to the last. How many seconds does it take to strike ${many} at ${many} o'clock?`,
    },
    ...numericAnswers(answer, [careless, gap * many, answer + 2 * gap], 2),
    why: {
      kn: `${few} ಬಡಿತಗಳ ನಡುವೆ ${few - 1} ಅಂತರಗಳಿರುತ್ತವೆ; ಒಂದು ಅಂತರ ${seconds} ÷ ${few - 1} = ${gap} ಸೆಕೆಂಡು. ${many} ಬಡಿತಗಳಿಗೆ ${many - 1} ಅಂತರಗಳು: ${many - 1} × ${gap} = ${answer} ಸೆಕೆಂಡು. ಬಡಿತಗಳ ಬದಲು ಅಂತರಗಳನ್ನು ಎಣಿಸಬೇಕು.`,
      te: `${few} మోతల మధ్య ${few - 1} విరామాలు ఉంటాయి; ఒక్కో విరామం ${seconds} ÷ ${few - 1} = ${gap} సెకన్లు. ${many} మోతలకు ${many - 1} విరామాలు ఉంటాయి; వాటికి ${many - 1} × ${gap} = ${answer} సెకన్లు. మోతలను కాదు, విరామాలను లెక్కించాలి.`,
      en: `Between ${few} strokes there are ${few - 1} gaps, each of ${seconds} ÷ ${few - 1} = ${gap} seconds. ${many} strokes have ${many - 1} gaps: ${many - 1} × ${gap} = ${answer} seconds. Count the gaps, not the strokes.`,
    },
  })
}

export const clock: readonly QuestionTemplate[] = [
  angleOfHands,
  inTheMirror,
  handTurns,
  gainingClock,
  handsMeet,
  strikes,
]
