import { gcd, grouped, isWhole, rupees } from './amounts.ts'
import { makeQuestion, numericAnswers, type QuestionTemplate } from './question.ts'

const topics = ['mathematics', 'arithmetic']

const pathAround: QuestionTemplate = (random) => {
  const { long, broad, wide, outside } = random.drawUntil(
    () => ({
      long: random.integer(24, 90, 2),
      broad: random.integer(16, 70, 2),
      wide: random.integer(2, 5),
      outside: random.pick([true, false]),
    }),
    ({ long, broad }) => long > broad + 4,
  )
  const side = outside ? 1 : -1
  const far = { long: long + side * 2 * wide, broad: broad + side * 2 * wide }
  const area = Math.abs(far.long * far.broad - long * broad)
  const careless = Math.abs((long + side * wide) * (broad + side * wide) - long * broad)
  const big = outside ? far.long * far.broad : long * broad
  const small = outside ? long * broad : far.long * far.broad
  const doubled = `${long} ${outside ? '+' : '−'} 2 × ${wide} = ${far.long}`
  const doubledToo = `${broad} ${outside ? '+' : '−'} 2 × ${wide} = ${far.broad}`
  const working = `${grouped(big)} − ${grouped(small)} = ${grouped(area)}`
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${long} ಮೀ ಉದ್ದ ಮತ್ತು ${broad} ಮೀ ಅಗಲದ ಆಯತಾಕಾರದ ತೋಟದ ${outside ? 'ಹೊರಗೆ' : 'ಒಳಗೆ'} ಸುತ್ತಲೂ ${wide} ಮೀ ಅಗಲದ ಕಾಲುದಾರಿ ಇದೆ. ಕಾಲುದಾರಿಯ ವಿಸ್ತೀರ್ಣ ಎಷ್ಟು ಚ.ಮೀ?`,
      te: `${long} మీ. పొడవు, ${broad} మీ. వెడల్పు గల దీర్ఘచతురస్రాకార తోటకు ${outside ? 'బయట' : 'లోపల'} చుట్టూ ${wide} మీ. వెడల్పు గల బాట ఉంది. బాట వైశాల్యం ఎన్ని చ.మీ.?`,
      en: `A path ${wide} m wide runs all round the ${outside ? 'outside' : 'inside'} of a rectangular garden ${long} m long and ${broad} m broad. What is the area of the path in square metres?`,
    },
    ...numericAnswers(area, [careless, 2 * wide * (long + broad), wide * (long + broad)], 8),
    why: {
      kn: `ದಾರಿ ಎರಡೂ ಬದಿಗಿರುವುದರಿಂದ ಇನ್ನೊಂದು ಆಯತದ ಅಳತೆಗಳು ${doubled} ಮೀ, ${doubledToo} ಮೀ. ಎರಡು ಆಯತಗಳ ವಿಸ್ತೀರ್ಣಗಳ ವ್ಯತ್ಯಾಸ ${working} ಚ.ಮೀ. ಅಗಲವನ್ನು ಒಂದೇ ಬದಿಗೆ ಲೆಕ್ಕ ಹಾಕಿದರೆ ${grouped(careless)} ಎಂಬ ತಪ್ಪು ಉತ್ತರ ಬರುತ್ತದೆ.`,
      te: `బాట రెండు వైపులా ఉంది కాబట్టి రెండో దీర్ఘచతురస్రం కొలతలు ${doubled} మీ., ${doubledToo} మీ. రెండు దీర్ఘచతురస్రాల వైశాల్యాల తేడా ${working} చ.మీ. వెడల్పును ఒకవైపే లెక్కిస్తే ${grouped(careless)} అనే తప్పు జవాబు వస్తుంది.`,
      en: `The path lies on both sides, so the rectangle at its other edge measures ${doubled} m by ${doubledToo} m. The areas of the two rectangles differ by ${working} sq. m. Counting the width on one side only gives ${grouped(careless)}.`,
    },
  })
}

const fence: QuestionTemplate = (random) => {
  const { long, broad, rate } = random.drawUntil(
    () => ({
      long: random.integer(20, 90),
      broad: random.integer(12, 60),
      rate: random.pick([15, 18, 20, 24, 25, 30, 35, 40]),
    }),
    ({ long, broad }) => long > broad + 3,
  )
  const cost = 2 * (long + broad) * rate
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಆಯತಾಕಾರದ ಹೊಲವೊಂದರ ವಿಸ್ತೀರ್ಣ ${grouped(long * broad)} ಚ.ಮೀ, ಉದ್ದ ${long} ಮೀ. ಅದರ ಸುತ್ತ ಬೇಲಿ ಹಾಕಲು ಪ್ರತಿ ಮೀಟರಿಗೆ ₹${rate} ಆದರೆ ಒಟ್ಟು ಎಷ್ಟು ಖರ್ಚಾಗುತ್ತದೆ?`,
      te: `ఒక దీర్ఘచతురస్రాకార పొలం వైశాల్యం ${grouped(long * broad)} చ.మీ., పొడవు ${long} మీ. దాని చుట్టూ కంచె వేయడానికి మీటరుకు ₹${rate} అయితే మొత్తం ఖర్చు ఎంత?`,
      en: `A rectangular field has an area of ${grouped(long * broad)} sq. m and is ${long} m long. What does it cost to fence it all round at ₹${rate} a metre?`,
    },
    ...numericAnswers(
      cost,
      [cost / 2, (2 * long + broad) * rate, 4 * long * rate],
      2 * rate,
      rupees,
    ),
    why: {
      kn: `ಅಗಲ ${grouped(long * broad)} ÷ ${long} = ${broad} ಮೀ. ಸುತ್ತಳತೆ 2 × (${long} + ${broad}) = ${2 * (long + broad)} ಮೀ; ಖರ್ಚು ${2 * (long + broad)} × ${rate} = ${rupees(cost)}. ಉದ್ದ ಮತ್ತು ಅಗಲವನ್ನು ಕೂಡಿಸಿ 2ರಿಂದ ಗುಣಿಸಲು ಮರೆತರೆ ಅರ್ಧ ಖರ್ಚು ಬರುತ್ತದೆ.`,
      te: `వెడల్పు ${grouped(long * broad)} ÷ ${long} = ${broad} మీ. చుట్టుకొలత 2 × (${long} + ${broad}) = ${2 * (long + broad)} మీ.; ఖర్చు ${2 * (long + broad)} × ${rate} = ${rupees(cost)}. పొడవు, వెడల్పులను కూడి 2తో గుణించడం మరిచిపోతే సగం ఖర్చే వస్తుంది.`,
      en: `The breadth is ${grouped(long * broad)} ÷ ${long} = ${broad} m. The perimeter is 2 × (${long} + ${broad}) = ${2 * (long + broad)} m and the cost ${2 * (long + broad)} × ${rate} = ${rupees(cost)}. Forgetting to double the sum of length and breadth gives half the cost.`,
    },
  })
}

const wheel: QuestionTemplate = (random) => {
  const { across, turns } = random.drawUntil(
    () => ({ across: random.integer(35, 140, 7), turns: random.integer(100, 1000, 50) }),
    ({ across, turns }) => isWhole((((across * 22) / 7) * turns) / 100),
  )
  const round = (across * 22) / 7
  const metres = (round * turns) / 100
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಎತ್ತಿನ ಗಾಡಿಯ ಚಕ್ರದ ವ್ಯಾಸ ${across} ಸೆಂ.ಮೀ. ಗಾಡಿ ${grouped(metres)} ಮೀ ದೂರ ಸಾಗಿದರೆ ಚಕ್ರ ಎಷ್ಟು ಸುತ್ತು ತಿರುಗುತ್ತದೆ? (π = 22/7)`,
      te: `ఎద్దుల బండి చక్రం వ్యాసం ${across} సెం.మీ. బండి ${grouped(metres)} మీ. దూరం వెళ్తే చక్రం ఎన్ని చుట్లు తిరుగుతుంది? (π = 22/7)`,
      en: `The wheel of a bullock cart is ${across} cm in diameter. How many turns does it make when the cart goes ${grouped(metres)} m? (π = 22/7)`,
    },
    ...numericAnswers(turns, [turns / 2, turns * 2, turns * 4], 50),
    why: {
      kn: `ಒಂದು ಸುತ್ತಿಗೆ ಸಾಗುವ ದೂರ = πd = 22/7 × ${across} = ${round} ಸೆಂ.ಮೀ. ${grouped(metres)} ಮೀ = ${grouped(metres * 100)} ಸೆಂ.ಮೀ; ${grouped(metres * 100)} ÷ ${round} = ${grouped(turns)} ಸುತ್ತು. ವ್ಯಾಸವನ್ನೇ ತ್ರಿಜ್ಯವೆಂದುಕೊಂಡು 2πr ಬಳಸಿದರೆ ಅರ್ಧ ಸುತ್ತುಗಳಷ್ಟೇ ಬರುತ್ತವೆ.`,
      te: `ఒక చుట్టుకు వెళ్లే దూరం = πd = 22/7 × ${across} = ${round} సెం.మీ. ${grouped(metres)} మీ. = ${grouped(metres * 100)} సెం.మీ.; ${grouped(metres * 100)} ÷ ${round} = ${grouped(turns)} చుట్లు. వ్యాసాన్నే వ్యాసార్ధంగా తీసుకుని 2πr వాడితే సగం చుట్లే వస్తాయి.`,
      en: `One turn covers πd = 22/7 × ${across} = ${round} cm. ${grouped(metres)} m = ${grouped(metres * 100)} cm, and ${grouped(metres * 100)} ÷ ${round} = ${grouped(turns)} turns. Using 2πr with the diameter as r gives only half as many.`,
    },
  })
}

const overheadTank: QuestionTemplate = (random) => {
  const { across, high } = random.drawUntil(
    () => ({ across: random.pick([1.4, 2.8, 4.2, 5.6, 7]), high: random.integer(2, 8) }),
    ({ across, high }) => isWhole(Math.round(across * across * high * 22 * 1000) / 28),
  )
  const radius = Math.round(across * 5) / 10
  const litres = Math.round((across * across * high * 22 * 1000) / 28)
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಗ್ರಾಮ ಪಂಚಾಯಿತಿಯ ಸಿಲಿಂಡರ್ ಆಕಾರದ ನೀರಿನ ತೊಟ್ಟಿಯ ಒಳವ್ಯಾಸ ${across} ಮೀ, ಎತ್ತರ ${high} ಮೀ. ತೊಟ್ಟಿಯಲ್ಲಿ ಎಷ್ಟು ಲೀಟರ್ ನೀರು ಹಿಡಿಯುತ್ತದೆ? (π = 22/7)`,
      te: `గ్రామ పంచాయతీకి చెందిన స్థూపాకార నీటి ట్యాంకు లోపలి వ్యాసం ${across} మీ., ఎత్తు ${high} మీ. ట్యాంకులో ఎన్ని లీటర్ల నీరు పడుతుంది? (π = 22/7)`,
      en: `A gram panchayat's cylindrical water tank has an inner diameter of ${across} m and a height of ${high} m. How many litres of water does it hold? (π = 22/7)`,
    },
    ...numericAnswers(litres, [litres * 4, litres / 10, litres * 2, litres / 2], 1000),
    why: {
      kn: `ತ್ರಿಜ್ಯ ${radius} ಮೀ. ಘನಫಲ = πr²h = 22/7 × ${radius}² × ${high} = ${grouped(litres / 1000)} ಘನ ಮೀ; 1 ಘನ ಮೀ = 1,000 ಲೀಟರ್, ಆದ್ದರಿಂದ ${grouped(litres)} ಲೀಟರ್. ವ್ಯಾಸವನ್ನೇ ತ್ರಿಜ್ಯವೆಂದು ತೆಗೆದುಕೊಂಡರೆ ನಾಲ್ಕು ಪಟ್ಟು ಬರುತ್ತದೆ.`,
      te: `వ్యాసార్ధం ${radius} మీ. ఘనపరిమాణం = πr²h = 22/7 × ${radius}² × ${high} = ${grouped(litres / 1000)} ఘ.మీ.; 1 ఘ.మీ. = 1,000 లీటర్లు, కాబట్టి ${grouped(litres)} లీటర్లు. వ్యాసాన్నే వ్యాసార్ధంగా తీసుకుంటే నాలుగు రెట్లు వస్తుంది.`,
      en: `The radius is ${radius} m. Volume = πr²h = 22/7 × ${radius}² × ${high} = ${grouped(litres / 1000)} cubic metres; 1 cubic metre is 1,000 litres, so the tank holds ${grouped(litres)} litres. Taking the diameter as the radius gives four times as much.`,
    },
  })
}

const farmPond: QuestionTemplate = (random) => {
  const { field, pit } = random.drawUntil(
    () => ({
      field: { long: random.integer(24, 60, 2), broad: random.integer(16, 44, 2) },
      pit: {
        long: random.integer(6, 15),
        broad: random.integer(4, 12),
        deep: random.integer(2, 5),
      },
    }),
    ({ field, pit }) => {
      const rest = field.long * field.broad - pit.long * pit.broad
      const height = (pit.long * pit.broad * pit.deep * 100) / rest
      return isWhole(height) && height <= 80 && pit.long > pit.broad && field.long > field.broad
    },
  )
  const hole = pit.long * pit.broad
  const rest = field.long * field.broad - hole
  const height = (hole * pit.deep * 100) / rest
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${field.long} ಮೀ ಉದ್ದ, ${field.broad} ಮೀ ಅಗಲದ ಹೊಲದ ಮೂಲೆಯಲ್ಲಿ ${pit.long} ಮೀ ಉದ್ದ, ${pit.broad} ಮೀ ಅಗಲ, ${pit.deep} ಮೀ ಆಳದ ಕೃಷಿ ಹೊಂಡ ತೋಡಿ, ತೆಗೆದ ಮಣ್ಣನ್ನು ಉಳಿದ ಹೊಲದ ಮೇಲೆ ಸಮನಾಗಿ ಹರಡಲಾಯಿತು. ಹೊಲದ ಮಟ್ಟ ಎಷ್ಟು ಸೆಂ.ಮೀ ಏರುತ್ತದೆ?`,
      te: `${field.long} మీ. పొడవు, ${field.broad} మీ. వెడల్పు గల పొలం మూలలో ${pit.long} మీ. పొడవు, ${pit.broad} మీ. వెడల్పు, ${pit.deep} మీ. లోతు గల నీటి కుంట తవ్వి, తీసిన మట్టిని మిగిలిన పొలమంతా సమానంగా పరిచారు. పొలం మట్టం ఎన్ని సెం.మీ. పెరుగుతుంది?`,
      en: `In a corner of a field ${field.long} m long and ${field.broad} m broad, a farm pond ${pit.long} m long, ${pit.broad} m broad and ${pit.deep} m deep is dug, and the earth is spread evenly over the rest of the field. By how many centimetres does the level of the field rise?`,
    },
    ...numericAnswers(
      height,
      [(hole * pit.deep * 100) / (field.long * field.broad), height * 2],
      5,
    ),
    why: {
      kn: `ಮಣ್ಣಿನ ಘನಫಲ ${pit.long} × ${pit.broad} × ${pit.deep} = ${hole * pit.deep} ಘನ ಮೀ. ಉಳಿದ ಹೊಲ ${grouped(field.long * field.broad)} − ${hole} = ${grouped(rest)} ಚ.ಮೀ. ಏರಿಕೆ ${hole * pit.deep} ÷ ${grouped(rest)} × 100 = ${height} ಸೆಂ.ಮೀ. ಹೊಂಡದ ವಿಸ್ತೀರ್ಣವನ್ನು ಹೊಲದಿಂದ ಕಳೆಯಲು ಮರೆಯಬಾರದು.`,
      te: `మట్టి ఘనపరిమాణం ${pit.long} × ${pit.broad} × ${pit.deep} = ${hole * pit.deep} ఘ.మీ. మిగిలిన పొలం ${grouped(field.long * field.broad)} − ${hole} = ${grouped(rest)} చ.మీ. పెరుగుదల ${hole * pit.deep} ÷ ${grouped(rest)} × 100 = ${height} సెం.మీ. కుంట వైశాల్యాన్ని పొలం నుంచి తీసివేయడం మరవకూడదు.`,
      en: `The volume of the earth is ${pit.long} × ${pit.broad} × ${pit.deep} = ${hole * pit.deep} cubic metres. The rest of the field is ${grouped(field.long * field.broad)} − ${hole} = ${grouped(rest)} sq. m. It rises by ${hole * pit.deep} ÷ ${grouped(rest)} × 100 = ${height} cm. The pond's own area must be left out of the field.`,
    },
  })
}

const floorTiles: QuestionTemplate = (random) => {
  const { long, broad, tile } = random.drawUntil(
    () => ({
      long: random.integer(5, 15),
      broad: random.integer(4, 12),
      tile: { long: random.pick([20, 25, 30, 40, 50]), broad: random.pick([15, 20, 25, 30, 40]) },
    }),
    ({ long, broad, tile }) =>
      long > broad &&
      isWhole((long * 100) / tile.long) &&
      isWhole((broad * 100) / tile.broad) &&
      gcd(tile.long, tile.broad) < tile.long,
  )
  const count = (long * broad * 10_000) / (tile.long * tile.broad)
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${long} ಮೀ ಉದ್ದ ಮತ್ತು ${broad} ಮೀ ಅಗಲದ ಶಾಲಾ ಕೊಠಡಿಯ ನೆಲಕ್ಕೆ ${tile.long} ಸೆಂ.ಮೀ × ${tile.broad} ಸೆಂ.ಮೀ ಅಳತೆಯ ಟೈಲ್‌ಗಳನ್ನು ಹಾಸಬೇಕು. ಎಷ್ಟು ಟೈಲ್‌ಗಳು ಬೇಕು?`,
      te: `${long} మీ. పొడవు, ${broad} మీ. వెడల్పు గల తరగతి గది నేలకు ${tile.long} సెం.మీ. × ${tile.broad} సెం.మీ. కొలత గల పలకలు (tiles) పరచాలి. ఎన్ని పలకలు కావాలి?`,
      en: `The floor of a classroom ${long} m long and ${broad} m broad is to be laid with tiles ${tile.long} cm × ${tile.broad} cm. How many tiles are needed?`,
    },
    ...numericAnswers(count, [count / 10, count * 2, count / 2], 100),
    why: {
      kn: `ನೆಲದ ಉದ್ದಕ್ಕೆ ${grouped(long * 100)} ÷ ${tile.long} = ${(long * 100) / tile.long}, ಅಗಲಕ್ಕೆ ${grouped(broad * 100)} ÷ ${tile.broad} = ${(broad * 100) / tile.broad} ಟೈಲ್‌ಗಳು; ಒಟ್ಟು ${(long * 100) / tile.long} × ${(broad * 100) / tile.broad} = ${grouped(count)}. ಎಲ್ಲ ಅಳತೆಗಳನ್ನೂ ಸೆಂ.ಮೀ ಮಾಡಿಕೊಂಡೇ ಭಾಗಿಸಬೇಕು.`,
      te: `నేల పొడవునా ${grouped(long * 100)} ÷ ${tile.long} = ${(long * 100) / tile.long}, వెడల్పునా ${grouped(broad * 100)} ÷ ${tile.broad} = ${(broad * 100) / tile.broad} పలకలు; మొత్తం ${(long * 100) / tile.long} × ${(broad * 100) / tile.broad} = ${grouped(count)}. అన్ని కొలతలనూ సెం.మీ. లోకి మార్చాకే భాగించాలి.`,
      en: `Along the length go ${grouped(long * 100)} ÷ ${tile.long} = ${(long * 100) / tile.long} tiles and along the breadth ${grouped(broad * 100)} ÷ ${tile.broad} = ${(broad * 100) / tile.broad}; in all ${(long * 100) / tile.long} × ${(broad * 100) / tile.broad} = ${grouped(count)}. Convert every measure into centimetres before dividing.`,
    },
  })
}

export const mensuration: readonly QuestionTemplate[] = [
  pathAround,
  fence,
  wheel,
  overheadTank,
  farmPond,
  floorTiles,
]
