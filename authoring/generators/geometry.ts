import { degrees, gcdOf, isWhole, timesOf } from './amounts.ts'
import { makeQuestion, numericAnswers, type QuestionTemplate } from './question.ts'

const topics = ['mathematics']

const triangleRatio: QuestionTemplate = (random) => {
  const { parts } = random.drawUntil(
    () => ({ parts: [random.integer(1, 5), random.integer(2, 7), random.integer(3, 9)] }),
    ({ parts }) => {
      const sum = parts.reduce((all, part) => all + part)
      return (
        isWhole(180 / sum) &&
        gcdOf(parts) === 1 &&
        new Set(parts).size === 3 &&
        Math.max(...parts) * 2 !== sum
      )
    },
  )
  const sum = parts.reduce((all, part) => all + part)
  const unit = 180 / sum
  const [least, most] = [Math.min(...parts), Math.max(...parts)]
  const answer = (most - least) * unit
  const ratio = parts.join(' : ')
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಒಂದು ತ್ರಿಭುಜದ ಕೋನಗಳು ${ratio} ಅನುಪಾತದಲ್ಲಿವೆ. ಅತಿ ದೊಡ್ಡ ಮತ್ತು ಅತಿ ಚಿಕ್ಕ ಕೋನಗಳ ವ್ಯತ್ಯಾಸ ಎಷ್ಟು?`,
      te: `ఒక త్రిభుజ కోణాలు ${ratio} నిష్పత్తిలో ఉన్నాయి. అతి పెద్ద, అతి చిన్న కోణాల తేడా ఎంత?`,
      en: `The angles of a triangle are in the ratio ${ratio}. What is the difference between the largest and the smallest angle?`,
    },
    ...numericAnswers(answer, [most * unit, least * unit, 180 - answer], 6, degrees),
    why: {
      kn: `ತ್ರಿಭುಜದ ಕೋನಗಳ ಮೊತ್ತ 180°; ಒಂದು ಭಾಗ 180° ÷ ${sum} = ${unit}°. ವ್ಯತ್ಯಾಸ ${most} − ${least} = ${most - least} ಭಾಗ, ಅಂದರೆ ${most - least} × ${unit}° = ${answer}°.`,
      te: `త్రిభుజ కోణాల మొత్తం 180°; ఒక భాగం 180° ÷ ${sum} = ${unit}°. తేడా ${most} − ${least} = ${most - least} ${most - least === 1 ? 'భాగం' : 'భాగాలు'}, అంటే ${most - least} × ${unit}° = ${answer}°.`,
      en: `The angles of a triangle add up to 180°, so one part is 180° ÷ ${sum} = ${unit}°. The difference is ${most} − ${least} = ${most - least} of these parts: ${most - least} × ${unit}° = ${answer}°.`,
    },
  })
}

const exteriorAngle: QuestionTemplate = (random) => {
  const { one, other } = random.drawUntil(
    () => ({ one: random.integer(34, 78), other: random.integer(36, 74) }),
    ({ one, other }) => one !== other && one + other !== 90 && one + other > 75,
  )
  const outside = one + other
  const third = 180 - outside
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ತ್ರಿಭುಜ ABC ಯಲ್ಲಿ BC ಬಾಹುವನ್ನು D ವರೆಗೆ ವಿಸ್ತರಿಸಲಾಗಿದೆ. ∠ACD = ${outside}° ಮತ್ತು ∠A = ${one}° ಆದರೆ ∠B ಎಷ್ಟು?`,
      te: `త్రిభుజం ABC లో BC భుజాన్ని D వరకు పొడిగించారు. ∠ACD = ${outside}°, ∠A = ${one}° అయితే ∠B ఎంత?`,
      en: `In triangle ABC the side BC is produced to D. If ∠ACD = ${outside}° and ∠A = ${one}°, what is ∠B?`,
    },
    ...numericAnswers(other, [third, 180 - other, 180 - one], 4, degrees),
    why: {
      kn: `ತ್ರಿಭುಜದ ಬಾಹ್ಯ ಕೋನವು ಅಂತರಾಭಿಮುಖ ಕೋನಗಳ ಮೊತ್ತಕ್ಕೆ ಸಮ: ∠A + ∠B = ${outside}°. ಆದ್ದರಿಂದ ∠B = ${outside}° − ${one}° = ${other}°. 180° − ${outside}° = ${third}° ಎಂಬುದು ∠ACB.`,
      te: `త్రిభుజ బాహ్య కోణం దాని అంతరాభిముఖ కోణాల మొత్తానికి సమానం: ∠A + ∠B = ${outside}°. కాబట్టి ∠B = ${outside}° − ${one}° = ${other}°. 180° − ${outside}° = ${third}° అనేది ∠ACB.`,
      en: `An exterior angle of a triangle equals the sum of the two opposite interior angles: ∠A + ∠B = ${outside}°. So ∠B = ${outside}° − ${one}° = ${other}°. The angle ∠ACB is 180° − ${outside}° = ${third}°.`,
    },
  })
}

const polygonSides: QuestionTemplate = (random) => {
  const sides = random.pick([5, 6, 8, 9, 10, 12, 15, 18, 20, 24, 30, 36])
  const outside = 360 / sides
  const inside = 180 - outside
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಒಂದು ನಿಯಮಿತ ಬಹುಭುಜಾಕೃತಿಯ ಪ್ರತಿ ಒಳಕೋನ ${inside}° ಇದ್ದರೆ ಅದರ ಬಾಹುಗಳ ಸಂಖ್ಯೆ ಎಷ್ಟು?`,
      te: `ఒక క్రమ బహుభుజిలో ప్రతి అంతరకోణం ${inside}° అయితే దాని భుజాల సంఖ్య ఎంత?`,
      en: `Each interior angle of a regular polygon is ${inside}°. How many sides does it have?`,
    },
    ...numericAnswers(sides, [sides - 2, sides + 2, sides - 1], 1),
    why: {
      kn: `ಪ್ರತಿ ಹೊರಕೋನ 180° − ${inside}° = ${outside}°. ಹೊರಕೋನಗಳ ಮೊತ್ತ ಯಾವಾಗಲೂ 360°; ಬಾಹುಗಳ ಸಂಖ್ಯೆ 360° ÷ ${outside}° = ${sides}.`,
      te: `ప్రతి బాహ్య కోణం 180° − ${inside}° = ${outside}°. బాహ్య కోణాల మొత్తం ఎప్పుడూ 360°; భుజాలు 360° ÷ ${outside}° = ${sides}.`,
      en: `Each exterior angle is 180° − ${inside}° = ${outside}°. The exterior angles always add up to 360°, so there are 360° ÷ ${outside}° = ${sides} sides.`,
    },
  })
}

const wallHeight: QuestionTemplate = (random) => {
  const [base, height, length] = random.pick([
    [3, 4, 5],
    [5, 12, 13],
    [8, 15, 17],
    [7, 24, 25],
    [6, 8, 10],
    [9, 12, 15],
    [10, 24, 26],
    [12, 16, 20],
    [15, 20, 25],
    [9, 40, 41],
    [12, 35, 37],
    [20, 21, 29],
  ] as const)
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಗೋಡೆಗೆ ಒರಗಿಸಿದ ${length} ಮೀ ಉದ್ದದ ಏಣಿಯ ಬುಡ ಗೋಡೆಯಿಂದ ${base} ಮೀ ದೂರದಲ್ಲಿದೆ. ಏಣಿಯು ಗೋಡೆಯನ್ನು ಎಷ್ಟು ಮೀ ಎತ್ತರದಲ್ಲಿ ಮುಟ್ಟುತ್ತದೆ?`,
      te: `గోడకు ఆనించిన ${length} మీ. పొడవున్న నిచ్చెన అడుగు గోడకు ${base} మీ. దూరంలో ఉంది. నిచ్చెన గోడను ఎన్ని మీటర్ల ఎత్తులో తాకుతుంది?`,
      en: `A ladder ${length} m long leans against a wall with its foot ${base} m from the wall. How many metres up the wall does it reach?`,
    },
    ...numericAnswers(
      height,
      [length - base, length + base, height + 1],
      2,
      (metres) => `${metres}`,
    ),
    why: {
      kn: `ಪೈಥಾಗೊರಸ್ ಪ್ರಮೇಯದಂತೆ ಎತ್ತರದ ವರ್ಗ = ${length} × ${length} − ${base} × ${base} = ${height * height}; ಎತ್ತರ ${height} ಮೀ. ಉದ್ದಗಳನ್ನೇ ಕಳೆದರೆ ಬರುವ ${length - base} ತಪ್ಪು.`,
      te: `పైథాగరస్ సిద్ధాంతం ప్రకారం ఎత్తు వర్గం = ${length} × ${length} − ${base} × ${base} = ${height * height}; ఎత్తు ${height} మీ. పొడవులనే తీసివేస్తే వచ్చే ${length - base} తప్పు.`,
      en: `By Pythagoras' theorem the square of the height is ${length} × ${length} − ${base} × ${base} = ${height * height}, so the height is ${height} m. Subtracting the lengths themselves gives ${length - base}, which is wrong.`,
    },
  })
}

const supplementary: QuestionTemplate = (random) => {
  const kind = random.pick(['complementary', 'supplementary'] as const)
  const whole = kind === 'complementary' ? 90 : 180
  const { times, more } = random.drawUntil(
    () => ({ times: random.integer(2, 5), more: random.integer(4, 40, 2) }),
    ({ times, more }) => isWhole((whole - more) / (times + 1)),
  )
  const small = (whole - more) / (times + 1)
  const big = whole - small
  const isTwice = times === 2
  const name =
    kind === 'complementary' ? { kn: 'ಪೂರಕ', te: 'పూరక' } : { kn: 'ಪರಿಪೂರಕ', te: 'సంపూరక' }
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಎರಡು ${name.kn} ಕೋನಗಳಲ್ಲಿ ದೊಡ್ಡದು ಚಿಕ್ಕದರ ${isTwice ? 'ಎರಡು' : times} ಪಟ್ಟಿಗಿಂತ ${more}° ಹೆಚ್ಚು. ದೊಡ್ಡ ಕೋನ ಎಷ್ಟು?`,
      te: `రెండు ${name.te} కోణాల్లో పెద్దది చిన్నదానికి ${isTwice ? 'రెండు' : times} రెట్ల కంటే ${more}° ఎక్కువ. పెద్ద కోణం ఎంత?`,
      en: `Of two ${kind} angles the larger is ${more}° more than ${timesOf(times)} the smaller. What is the larger angle?`,
    },
    ...numericAnswers(big, [small, 270 - whole - small, big - more], 6, degrees),
    why: {
      kn: `${name.kn} ಕೋನಗಳ ಮೊತ್ತ ${whole}°. ಚಿಕ್ಕದು x ಆದರೆ x + ${times}x + ${more}° = ${whole}°; x = ${small}°. ದೊಡ್ಡದು ${whole}° − ${small}° = ${big}°.`,
      te: `${name.te} కోణాల మొత్తం ${whole}°. చిన్నది x అయితే x + ${times}x + ${more}° = ${whole}°; x = ${small}°. పెద్దది ${whole}° − ${small}° = ${big}°.`,
      en: `${kind === 'complementary' ? 'Complementary' : 'Supplementary'} angles add up to ${whole}°. If the smaller is x, then x + ${times}x + ${more}° = ${whole}° and x = ${small}°. The larger is ${whole}° − ${small}° = ${big}°.`,
    },
  })
}

export const geometry: readonly QuestionTemplate[] = [
  triangleRatio,
  exteriorAngle,
  polygonSides,
  wallHeight,
  supplementary,
]
