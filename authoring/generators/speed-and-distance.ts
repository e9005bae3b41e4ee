import { grouped, isWhole } from './amounts.ts'
import { makeQuestion, numericAnswers, type QuestionTemplate } from './question.ts'

const topics = ['arithmetic']

const platform: QuestionTemplate = (random) => {
  const speed = random.pick([36, 45, 54, 63, 72, 81, 90, 108])
  const { train, seconds } = random.drawUntil(
    () => ({ train: random.integer(120, 320, 10), seconds: random.integer(14, 45) }),
    ({ train, seconds }) => {
      const other = ((speed * 5) / 18) * seconds - train
      return isWhole(other) && other % 5 === 0 && other >= 80 && other <= 500 && other !== train
    },
  )
  const metres = (speed * 5) / 18
  const run = metres * seconds
  const place = random.pick([
    { kn: 'ಪ್ಲಾಟ್‌ಫಾರಂ ಅನ್ನು', te: 'ప్లాట్‌ఫారాన్ని', of: 'ಪ್ಲಾಟ್‌ಫಾರಂನ', ofTe: 'ప్లాట్‌ఫారం', en: 'platform' },
    { kn: 'ಸೇತುವೆಯನ್ನು', te: 'వంతెనను', of: 'ಸೇತುವೆಯ', ofTe: 'వంతెన', en: 'bridge' },
    { kn: 'ಸುರಂಗವನ್ನು', te: 'సొరంగాన్ని', of: 'ಸುರಂಗದ', ofTe: 'సొరంగం', en: 'tunnel' },
  ])
  const working = `${speed} × 5/18 = ${grouped(metres)}`
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಗಂಟೆಗೆ ${speed} ಕಿ.ಮೀ ವೇಗದಲ್ಲಿ ಚಲಿಸುವ ${train} ಮೀ ಉದ್ದದ ರೈಲು ಒಂದು ${place.kn} ${seconds} ಸೆಕೆಂಡುಗಳಲ್ಲಿ ಪೂರ್ತಿಯಾಗಿ ದಾಟುತ್ತದೆ. ${place.of} ಉದ್ದ ಎಷ್ಟು ಮೀ?`,
      te: `గంటకు ${speed} కి.మీ. వేగంతో వెళ్తున్న ${train} మీ. పొడవున్న రైలు ఒక ${place.te} ${seconds} సెకన్లలో పూర్తిగా దాటింది. ${place.ofTe} పొడవు ఎన్ని మీటర్లు?`,
      en: `A train ${train} m long, running at ${speed} km/h, completely crosses a ${place.en} in ${seconds} seconds. How many metres long is the ${place.en}?`,
    },
    ...numericAnswers(run - train, [run, run + train, train], 10),
    why: {
      kn: `ವೇಗ ${working} ಮೀ/ಸೆ. ${seconds} ಸೆಕೆಂಡುಗಳಲ್ಲಿ ಕ್ರಮಿಸಿದ ದೂರ ${grouped(metres)} × ${seconds} = ${run} ಮೀ; ಇದರಲ್ಲಿ ರೈಲಿನ ಉದ್ದವೂ ಸೇರಿದೆ. ಆದ್ದರಿಂದ ${run} − ${train} = ${run - train} ಮೀ.`,
      te: `వేగం ${working} మీ./సె. ${seconds} సెకన్లలో వెళ్లిన దూరం ${grouped(metres)} × ${seconds} = ${run} మీ.; ఇందులో రైలు పొడవు కూడా ఉంది. కాబట్టి ${run} − ${train} = ${run - train} మీ.`,
      en: `The speed is ${working} m/s. In ${seconds} seconds the train runs ${grouped(metres)} × ${seconds} = ${run} m, which includes its own length. Taking that away leaves ${run} − ${train} = ${run - train} m.`,
    },
  })
}

const thereAndBack: QuestionTemplate = (random) => {
  const { going, coming } = random.drawUntil(
    () => ({ going: random.integer(20, 90, 2), coming: random.integer(20, 90, 2) }),
    ({ going, coming }) =>
      going !== coming &&
      Math.abs(going - coming) >= 8 &&
      going + coming !== 100 &&
      isWhole((2 * going * coming) / (going + coming)),
  )
  const answer = (2 * going * coming) / (going + coming)
  const careless = (going + coming) / 2
  const working = `2 × ${going} × ${coming} ÷ (${going} + ${coming}) = ${answer}`
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಬಸ್ಸೊಂದು ಹಳ್ಳಿಯಿಂದ ಜಿಲ್ಲಾ ಕೇಂದ್ರಕ್ಕೆ ಗಂಟೆಗೆ ${going} ಕಿ.ಮೀ ವೇಗದಲ್ಲಿ ಹೋಗಿ, ಅದೇ ದಾರಿಯಲ್ಲಿ ಗಂಟೆಗೆ ${coming} ಕಿ.ಮೀ ವೇಗದಲ್ಲಿ ಹಿಂದಿರುಗಿತು. ಇಡೀ ಪ್ರಯಾಣದ ಸರಾಸರಿ ವೇಗ ಗಂಟೆಗೆ ಎಷ್ಟು ಕಿ.ಮೀ?`,
      te: `ఒక బస్సు ఊరి నుంచి జిల్లా కేంద్రానికి గంటకు ${going} కి.మీ. వేగంతో వెళ్లి, అదే దారిలో గంటకు ${coming} కి.మీ. వేగంతో తిరిగి వచ్చింది. మొత్తం ప్రయాణంలో సగటు వేగం గంటకు ఎన్ని కి.మీ.?`,
      en: `A bus goes from a village to the district headquarters at ${going} km/h and returns by the same road at ${coming} km/h. What is its average speed, in km/h, for the whole journey?`,
    },
    ...numericAnswers(answer, [careless, Math.abs(going - coming)], 2),
    why: {
      kn: `ಒಂದೇ ದೂರವನ್ನು x, y ವೇಗಗಳಲ್ಲಿ ಕ್ರಮಿಸಿದರೆ ಸರಾಸರಿ ವೇಗ = 2xy ÷ (x + y). ಇಲ್ಲಿ ${working}. ಕಡಿಮೆ ವೇಗದಲ್ಲಿ ಹೆಚ್ಚು ಕಾಲ ಕಳೆಯುವುದರಿಂದ ಎರಡು ವೇಗಗಳ ಸರಾಸರಿಯಾದ ${careless} ಸರಿಯಲ್ಲ.`,
      te: `ఒకే దూరం x, y వేగాలతో ప్రయాణిస్తే సగటు వేగం = 2xy ÷ (x + y). ఇక్కడ ${working}. తక్కువ వేగంతో ఎక్కువ సమయం గడుస్తుంది కాబట్టి రెండు వేగాల సగటు ${careless} సరికాదు.`,
      en: `For equal distances the average speed is 2xy ÷ (x + y): ${working}. More time is spent at the lower speed, so the mean of the two speeds, ${careless}, is wrong.`,
    },
  })
}

const lateForSchool: QuestionTemplate = (random) => {
  const { slow, fast, late, early } = random.drawUntil(
    () => ({
      slow: random.pick([3, 4, 5, 6, 8, 9, 10]),
      fast: random.pick([4, 5, 6, 8, 10, 12, 15]),
      late: random.integer(5, 15),
      early: random.integer(3, 15),
    }),
    ({ slow, fast, late, early }) => {
      const away = (slow * fast * (late + early)) / ((fast - slow) * 60)
      return fast > slow && Number.isInteger(away * 2) && away >= 1.5 && away <= 15
    },
  )
  const away = (slow * fast * (late + early)) / ((fast - slow) * 60)
  const gap = late + early
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಗಂಟೆಗೆ ${slow} ಕಿ.ಮೀ ವೇಗದಲ್ಲಿ ಹೋದರೆ ವಿದ್ಯಾರ್ಥಿನಿಯೊಬ್ಬಳು ಶಾಲೆಗೆ ${late} ನಿಮಿಷ ತಡವಾಗಿ ತಲುಪುತ್ತಾಳೆ; ಗಂಟೆಗೆ ${fast} ಕಿ.ಮೀ ವೇಗದಲ್ಲಿ ಹೋದರೆ ${early} ನಿಮಿಷ ಮೊದಲೇ ತಲುಪುತ್ತಾಳೆ. ಶಾಲೆ ಎಷ್ಟು ಕಿ.ಮೀ ದೂರದಲ್ಲಿದೆ?`,
      te: `గంటకు ${slow} కి.మీ. వేగంతో వెళ్తే ఒక విద్యార్థిని బడికి ${late} నిమిషాలు ఆలస్యంగా చేరుతుంది; గంటకు ${fast} కి.మీ. వేగంతో వెళ్తే ${early} నిమిషాలు ముందుగా చేరుతుంది. బడి ఎన్ని కి.మీ. దూరంలో ఉంది?`,
      en: `Going at ${slow} km/h a student reaches school ${late} minutes late; at ${fast} km/h she is ${early} minutes early. How many kilometres away is the school?`,
    },
    ...numericAnswers(
      away,
      [away * 2, (slow * fast * Math.abs(late - early)) / ((fast - slow) * 60)],
      0.5,
    ),
    why: {
      kn: `ಎರಡೂ ಸಲ ಹಿಡಿಯುವ ಸಮಯಗಳ ವ್ಯತ್ಯಾಸ ${late} + ${early} = ${gap} ನಿಮಿಷ, ಅಂದರೆ ${gap}/60 ಗಂಟೆ. ದೂರ d ಆದರೆ d/${slow} − d/${fast} = ${gap}/60; ಬಿಡಿಸಿದರೆ d = ${away} ಕಿ.ಮೀ. ತಡವಾದ ಮತ್ತು ಮೊದಲೇ ತಲುಪಿದ ನಿಮಿಷಗಳನ್ನು ಕೂಡಿಸಬೇಕು, ಕಳೆಯಬಾರದು.`,
      te: `రెండు సందర్భాల సమయాల తేడా ${late} + ${early} = ${gap} నిమిషాలు, అంటే ${gap}/60 గంట. దూరం d అయితే d/${slow} − d/${fast} = ${gap}/60; సాధిస్తే d = ${away} కి.మీ. ఆలస్యమైన, ముందుగా చేరిన నిమిషాలను కూడాలి, తీసివేయకూడదు.`,
      en: `The two times differ by ${late} + ${early} = ${gap} minutes, that is ${gap}/60 of an hour. If the distance is d, d/${slow} − d/${fast} = ${gap}/60, which gives d = ${away} km. Late and early minutes are added, not subtracted.`,
    },
  })
}

const ferry: QuestionTemplate = (random) => {
  const { boat, stream, away } = random.drawUntil(
    () => ({
      boat: random.integer(6, 20),
      stream: random.integer(2, 6),
      away: random.integer(12, 96, 4),
    }),
    ({ boat, stream, away }) =>
      boat > stream + 2 && isWhole(away / (boat + stream)) && isWhole(away / (boat - stream)),
  )
  const [down, up] = [away / (boat + stream), away / (boat - stream)]
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ನಿಶ್ಚಲ ನೀರಿನಲ್ಲಿ ದೋಣಿಯ ವೇಗ ಗಂಟೆಗೆ ${boat} ಕಿ.ಮೀ, ನದಿಯ ಪ್ರವಾಹದ ವೇಗ ಗಂಟೆಗೆ ${stream} ಕಿ.ಮೀ. ಪ್ರವಾಹದ ದಿಕ್ಕಿನಲ್ಲಿ ${away} ಕಿ.ಮೀ ದೂರದ ಊರಿಗೆ ಹೋಗಿ ಹಿಂದಿರುಗಲು ಒಟ್ಟು ಎಷ್ಟು ಗಂಟೆ ಬೇಕು?`,
      te: `నిశ్చల నీటిలో పడవ వేగం గంటకు ${boat} కి.మీ., నది ప్రవాహ వేగం గంటకు ${stream} కి.మీ. ప్రవాహ దిశలో ${away} కి.మీ. దూరంలోని ఊరికి వెళ్లి తిరిగి రావడానికి మొత్తం ఎన్ని గంటలు పడుతుంది?`,
      en: `A boat moves at ${boat} km/h in still water and the river flows at ${stream} km/h. How many hours in all does the boat take to go to a village ${away} km downstream and come back?`,
    },
    ...numericAnswers(down + up, [(2 * away) / boat, 2 * down, 2 * up], 1),
    why: {
      kn: `ಪ್ರವಾಹದ ದಿಕ್ಕಿನಲ್ಲಿ ವೇಗ ${boat} + ${stream} = ${boat + stream} ಕಿ.ಮೀ/ಗಂ; ಬೇಕಾದ ಕಾಲ ${away} ÷ ${boat + stream} = ${down} ಗಂಟೆ. ಪ್ರವಾಹಕ್ಕೆ ವಿರುದ್ಧವಾಗಿ ವೇಗ ${boat} − ${stream} = ${boat - stream} ಕಿ.ಮೀ/ಗಂ; ಬೇಕಾದ ಕಾಲ ${away} ÷ ${boat - stream} = ${up} ಗಂಟೆ. ಒಟ್ಟು ${down} + ${up} = ${down + up} ಗಂಟೆ.`,
      te: `ప్రవాహ దిశలో వేగం ${boat} + ${stream} = ${boat + stream} కి.మీ./గం., కాలం ${away} ÷ ${boat + stream} = ${down} గం. ప్రవాహానికి ఎదురుగా వేగం ${boat} − ${stream} = ${boat - stream} కి.మీ./గం., కాలం ${away} ÷ ${boat - stream} = ${up} గం. మొత్తం ${down} + ${up} = ${down + up} గంటలు.`,
      en: `Downstream the speed is ${boat} + ${stream} = ${boat + stream} km/h and the time ${away} ÷ ${boat + stream} = ${down} h. Upstream the speed is ${boat} − ${stream} = ${boat - stream} km/h and the time ${away} ÷ ${boat - stream} = ${up} h. The whole trip takes ${down} + ${up} = ${down + up} hours.`,
    },
  })
}

const twoBuses: QuestionTemplate = (random) => {
  const { one, other, wait, apart } = random.drawUntil(
    () => ({
      one: random.integer(36, 60, 2),
      other: random.integer(40, 70, 2),
      wait: random.pick([1, 2]),
      apart: random.integer(150, 480, 2),
    }),
    ({ one, other, wait, apart }) =>
      one !== other && isWhole((apart - one * wait) / (one + other)) && apart > one * (wait + 1),
  )
  const hours = (apart - one * wait) / (one + other)
  const met = one * (wait + hours)
  const careless = one * hours
  const waited = {
    kn: wait === 1 ? 'ಒಂದು ಗಂಟೆಯ' : 'ಎರಡು ಗಂಟೆಗಳ',
    te: wait === 1 ? 'ఒక గంట' : 'రెండు గంటల',
    en: wait === 1 ? 'An hour' : 'Two hours',
  }
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಎರಡು ಊರುಗಳ ನಡುವಿನ ಅಂತರ ${apart} ಕಿ.ಮೀ. ಮೊದಲ ಊರಿನಿಂದ ಒಂದು ಬಸ್ಸು ಗಂಟೆಗೆ ${one} ಕಿ.ಮೀ ವೇಗದಲ್ಲಿ ಹೊರಡುತ್ತದೆ. ${waited.kn} ನಂತರ ಎರಡನೆಯ ಊರಿನಿಂದ ಮತ್ತೊಂದು ಬಸ್ಸು ಗಂಟೆಗೆ ${other} ಕಿ.ಮೀ ವೇಗದಲ್ಲಿ ಎದುರಾಗಿ ಹೊರಡುತ್ತದೆ. ಅವು ಮೊದಲ ಊರಿನಿಂದ ಎಷ್ಟು ಕಿ.ಮೀ ದೂರದಲ್ಲಿ ಸಂಧಿಸುತ್ತವೆ?`,
      te: `రెండు ఊళ్ల మధ్య దూరం ${apart} కి.మీ. మొదటి ఊరి నుంచి ఒక బస్సు గంటకు ${one} కి.మీ. వేగంతో బయలుదేరింది. ${waited.te} తర్వాత రెండో ఊరి నుంచి మరో బస్సు గంటకు ${other} కి.మీ. వేగంతో ఎదురుగా బయలుదేరింది. అవి మొదటి ఊరి నుంచి ఎన్ని కి.మీ. దూరంలో కలుస్తాయి?`,
      en: `Two towns are ${apart} km apart. A bus leaves the first town at ${one} km/h. ${waited.en} later another bus leaves the second town towards it at ${other} km/h. How many kilometres from the first town do they meet?`,
    },
    ...numericAnswers(met, [careless, (apart * one) / (one + other), apart - met], 4),
    why: {
      kn: `ಎರಡನೆಯ ಬಸ್ ಹೊರಡುವಾಗ ಮೊದಲನೆಯದು ${one * wait} ಕಿ.ಮೀ ಬಂದಿರುತ್ತದೆ; ಉಳಿದ ${apart - one * wait} ಕಿ.ಮೀ ದೂರವನ್ನು ಎರಡೂ ಸೇರಿ ಗಂಟೆಗೆ ${one} + ${other} = ${one + other} ಕಿ.ಮೀ ಕಡಿಮೆ ಮಾಡುತ್ತವೆ; ಆದ್ದರಿಂದ ಸಂಧಿಸಲು ${hours} ಗಂಟೆ ಬೇಕು. ಅಷ್ಟರಲ್ಲಿ ಮೊದಲ ಬಸ್ ಕ್ರಮಿಸಿದ ದೂರ ${one} × ${wait + hours} = ${met} ಕಿ.ಮೀ.`,
      te: `రెండో బస్సు బయలుదేరేటప్పటికి మొదటిది ${one * wait} కి.మీ. వచ్చింది; మిగిలిన ${apart - one * wait} కి.మీ. దూరాన్ని రెండూ కలిసి గంటకు ${one} + ${other} = ${one + other} కి.మీ. చొప్పున తగ్గిస్తాయి; అందుకు ${hours} గం. పడుతుంది. మొదటి బస్సు వెళ్లిన మొత్తం దూరం ${one} × ${wait + hours} = ${met} కి.మీ.`,
      en: `When the second bus starts, the first has covered ${one * wait} km. The remaining gap of ${apart - one * wait} km closes at ${one} + ${other} = ${one + other} km/h, in ${hours} h. The first bus has then run ${one} × ${wait + hours} = ${met} km.`,
    },
  })
}

const chase: QuestionTemplate = (random) => {
  const { thief, police, lead } = random.drawUntil(
    () => ({
      thief: random.integer(6, 14),
      police: random.integer(8, 18),
      lead: random.integer(100, 500, 20),
    }),
    ({ thief, police, lead }) => {
      const run = (lead * thief) / (police - thief)
      return police >= thief + 2 && isWhole(run) && run % 10 === 0 && run <= 4000 && run !== lead
    },
  )
  const run = (lead * thief) / (police - thief)
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಕಳ್ಳನೊಬ್ಬನನ್ನು ${lead} ಮೀ ದೂರದಿಂದ ಕಂಡ ಪೊಲೀಸರೊಬ್ಬರು ಕೂಡಲೇ ಬೆನ್ನಟ್ಟಿದರು. ಕಳ್ಳ ಗಂಟೆಗೆ ${thief} ಕಿ.ಮೀ, ಪೊಲೀಸರು ಗಂಟೆಗೆ ${police} ಕಿ.ಮೀ ವೇಗದಲ್ಲಿ ಓಡಿದರೆ, ಸಿಕ್ಕಿಬೀಳುವ ಮೊದಲು ಕಳ್ಳ ಎಷ್ಟು ಮೀ ಓಡಿರುತ್ತಾನೆ?`,
      te: `${lead} మీ. దూరంలో ఉన్న దొంగను చూసిన పోలీసు వెంటనే అతన్ని వెంబడించారు. దొంగ గంటకు ${thief} కి.మీ., పోలీసు గంటకు ${police} కి.మీ. వేగంతో పరుగెత్తితే, దొరికేలోపు దొంగ ఎన్ని మీటర్లు పరుగెత్తి ఉంటాడు?`,
      en: `A policeman sees a thief ${lead} m away and at once gives chase. If the thief runs at ${thief} km/h and the policeman at ${police} km/h, how many metres will the thief have run before being caught?`,
    },
    ...numericAnswers(run, [run + lead, (lead * thief) / police, lead], 20),
    why: {
      kn: `ಗಂಟೆಗೆ ${police} − ${thief} = ${police - thief} ಕಿ.ಮೀ ವೇಗದಲ್ಲಿ ಅಂತರ ಕಡಿಮೆಯಾಗುತ್ತದೆ. ಒಂದೇ ಅವಧಿಯಲ್ಲಿ ಇಬ್ಬರೂ ಓಡುವ ದೂರಗಳು ವೇಗಗಳ ಅನುಪಾತದಲ್ಲಿರುತ್ತವೆ: ${lead} × ${thief}/${police - thief} = ${grouped(run)} ಮೀ. ${grouped(run + lead)} ಮೀ ಎಂಬುದು ಪೊಲೀಸರು ಓಡಿದ ದೂರ.`,
      te: `గంటకు ${police} − ${thief} = ${police - thief} కి.మీ. వేగంతో దూరం తగ్గుతుంది. ఒకే సమయంలో దూరాలు వేగాల నిష్పత్తిలో ఉంటాయి: ${lead} × ${thief}/${police - thief} = ${grouped(run)} మీ. పోలీసు పరుగెత్తిన దూరం ${grouped(run + lead)} మీ.; అది అడిగిన దూరం కాదు.`,
      en: `The gap closes at ${police} − ${thief} = ${police - thief} km/h. In the same time, distances are in the ratio of the speeds, so the thief runs ${lead} × ${thief}/${police - thief} = ${grouped(run)} m. ${grouped(run + lead)} m is the distance the policeman runs.`,
    },
  })
}

export const speedAndDistance: readonly QuestionTemplate[] = [
  platform,
  thereAndBack,
  lateForSchool,
  ferry,
  twoBuses,
  chase,
]
