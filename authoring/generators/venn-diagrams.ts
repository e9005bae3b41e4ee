import { writeFigure } from '../figures/figure.ts'
import type { VennRelation } from '../figures/venn.ts'
import {
  makeQuestion,
  numericAnswers,
  type QuestionTemplate,
  type Translations,
} from './question.ts'

const topics = ['reasoning']

const text = (kn: string, te: string, en: string): Translations => ({ kn, te, en })

/** Three classes whose relation nobody doubts. */
const classes: readonly { relation: VennRelation; names: Translations; why: Translations }[] = [
  {
    relation: 'nested',
    names: text('ಜಿಲ್ಲೆ, ರಾಜ್ಯ, ದೇಶ', 'జిల్లా, రాష్ట్రం, దేశం', 'district, state, country'),
    why: text(
      'ಜಿಲ್ಲೆ ರಾಜ್ಯದೊಳಗೆ, ರಾಜ್ಯ ದೇಶದೊಳಗೆ ಇದೆ.',
      'జిల్లా రాష్ట్రంలో, రాష్ట్రం దేశంలో ఉంటాయి.',
      'A district lies in a state, and a state in a country.',
    ),
  },
  {
    relation: 'nested',
    names: text('ಹಸು, ಸಸ್ತನಿ, ಪ್ರಾಣಿ', 'ఆవు, క్షీరదం, జంతువు', 'cow, mammal, animal'),
    why: text(
      'ಎಲ್ಲ ಹಸುಗಳೂ ಸಸ್ತನಿಗಳು, ಎಲ್ಲ ಸಸ್ತನಿಗಳೂ ಪ್ರಾಣಿಗಳು.',
      'ఆవులన్నీ క్షీరదాలు, క్షీరదాలన్నీ జంతువులు.',
      'All cows are mammals, and all mammals are animals.',
    ),
  },
  {
    relation: 'apart',
    names: text('ಕುದುರೆ, ಗಿಳಿ, ಮೀನು', 'గుర్రం, చిలుక, చేప', 'horse, parrot, fish'),
    why: text(
      'ಒಂದು ಪ್ರಾಣಿ ಇನ್ನೊಂದಾಗಲಾರದು.',
      'ఇవి మూడూ వేర్వేరు జీవులు; ఏ ఒక్కటీ మరొకటి కాదు.',
      'No one of the three can be another.',
    ),
  },
  {
    relation: 'apart',
    names: text('ಬಸ್ಸು, ಪುಸ್ತಕ, ಮಾವು', 'బస్సు, పుస్తకం, మామిడి', 'bus, book, mango'),
    why: text(
      'ಈ ಮೂರರಲ್ಲಿ ಯಾವುದೂ ಇನ್ನೊಂದಕ್ಕೆ ಸೇರುವುದಿಲ್ಲ.',
      'ఈ మూడింటికీ ఒకదానితో ఒకదానికి సంబంధం లేదు.',
      'The three have nothing in common.',
    ),
  },
  {
    relation: 'two-in-one',
    names: text('ಆಲೂಗಡ್ಡೆ, ಟೊಮೆಟೊ, ತರಕಾರಿ', 'బంగాళాదుంప, టమాటా, కూరగాయ', 'potato, tomato, vegetable'),
    why: text(
      'ಆಲೂಗಡ್ಡೆ, ಟೊಮೆಟೊ ಎರಡೂ ತರಕಾರಿಗಳು, ಆದರೆ ಒಂದು ಇನ್ನೊಂದಲ್ಲ.',
      'బంగాళాదుంప, టమాటా రెండూ కూరగాయలే, కానీ ఒకటి మరొకటి కాదు.',
      'Both are vegetables, but one is never the other.',
    ),
  },
  {
    relation: 'two-in-one',
    names: text('ಚಿನ್ನ, ಬೆಳ್ಳಿ, ಲೋಹ', 'బంగారం, వెండి, లోహం', 'gold, silver, metal'),
    why: text(
      'ಚಿನ್ನ, ಬೆಳ್ಳಿ ಎರಡೂ ಲೋಹಗಳು, ಆದರೆ ಚಿನ್ನ ಬೆಳ್ಳಿಯಲ್ಲ.',
      'బంగారం, వెండి రెండూ లోహాలే, కానీ ఒకటి మరొకటి కాదు.',
      'Both are metals, but gold is not silver.',
    ),
  },
  {
    relation: 'overlap-in-one',
    names: text('ಗಾಯಕರು, ಕವಿಗಳು, ಮನುಷ್ಯರು', 'గాయకులు, కవులు, మనుషులు', 'singers, poets, human beings'),
    why: text(
      'ಕೆಲವು ಗಾಯಕರು ಕವಿಗಳೂ ಹೌದು; ಎಲ್ಲರೂ ಮನುಷ್ಯರು.',
      'కొందరు గాయకులు కవులు కూడా; అందరూ మనుషులే.',
      'Some singers are poets too, and all of them are human beings.',
    ),
  },
  {
    relation: 'one-in-one-apart',
    names: text('ತಾಯಂದಿರು, ಮಹಿಳೆಯರು, ಪುರುಷರು', 'తల్లులు, మహిళలు, పురుషులు', 'mothers, women, men'),
    why: text(
      'ಎಲ್ಲ ತಾಯಂದಿರೂ ಮಹಿಳೆಯರು; ಯಾವ ಪುರುಷನೂ ಮಹಿಳೆಯಲ್ಲ.',
      'తల్లులందరూ మహిళలే; పురుషులెవరూ మహిళలు కారు.',
      'All mothers are women, and no man is a woman.',
    ),
  },
  {
    relation: 'one-in-one-apart',
    names: text(
      'ಬುಧವಾರ, ವಾರದ ದಿನಗಳು, ತಿಂಗಳುಗಳು',
      'బుధవారం, వారంలోని రోజులు, నెలలు',
      'Wednesday, days of the week, months',
    ),
    why: text(
      'ಬುಧವಾರ ವಾರದ ಒಂದು ದಿನ; ಯಾವ ದಿನವೂ ತಿಂಗಳಲ್ಲ.',
      'బుధవారం వారంలో ఒక రోజు; ఏ రోజూ నెల కాదు.',
      'Wednesday is a day of the week, and no day is a month.',
    ),
  },
  {
    relation: 'overlap-apart',
    names: text('ವಕೀಲರು, ಕವಿಗಳು, ಬೆಕ್ಕುಗಳು', 'న్యాయవాదులు, కవులు, పిల్లులు', 'lawyers, poets, cats'),
    why: text(
      'ಕೆಲವು ವಕೀಲರು ಕವಿಗಳು; ಬೆಕ್ಕು ಎರಡೂ ಅಲ್ಲ.',
      'కొందరు న్యాయవాదులు కవులు కూడా; పిల్లులు ఆ రెండింటిలో ఏదీ కావు.',
      'Some lawyers are poets; a cat is neither.',
    ),
  },
  {
    relation: 'one-in-one-crossed',
    names: text('ತಾಯಂದಿರು, ಮಹಿಳೆಯರು, ವೈದ್ಯರು', 'తల్లులు, మహిళలు, వైద్యులు', 'mothers, women, doctors'),
    why: text(
      'ಎಲ್ಲ ತಾಯಂದಿರೂ ಮಹಿಳೆಯರು; ತಾಯಂದಿರಲ್ಲೂ ಉಳಿದ ಮಹಿಳೆಯರಲ್ಲೂ ಪುರುಷರಲ್ಲೂ ವೈದ್ಯರಿದ್ದಾರೆ.',
      'తల్లులందరూ మహిళలే; తల్లుల్లోనూ మిగతా మహిళల్లోనూ పురుషుల్లోనూ వైద్యులు ఉన్నారు.',
      'All mothers are women; there are doctors among mothers, among other women, and among men.',
    ),
  },
  {
    relation: 'all-overlap',
    names: text('ಮಹಿಳೆಯರು, ಶಿಕ್ಷಕರು, ಗಾಯಕರು', 'మహిళలు, ఉపాధ్యాయులు, గాయకులు', 'women, teachers, singers'),
    why: text(
      'ಯಾವುದೇ ಎರಡು ಗುಂಪುಗಳಿಗೂ ಮೂರೂ ಗುಂಪುಗಳಿಗೂ ಸೇರಿದವರು ಇರಬಹುದು.',
      'ఏ రెండు గుంపులకైనా చెందినవారు, మూడు గుంపులకూ చెందినవారు ఉండవచ్చు.',
      'There are people in any two of the groups, and in all three.',
    ),
  },
]

const relations = [...new Set(classes.map(({ relation }) => relation))]

const relationOfThree: QuestionTemplate = (random) => {
  const { relation, names, why } = random.pick(classes)
  const diagram = (of: VennRelation) => writeFigure({ is: 'venn', relation: of })
  return makeQuestion(random, {
    topics,
    stem: text(
      `'${names.kn}': ಈ ಮೂರರ ಸಂಬಂಧವನ್ನು ಸರಿಯಾಗಿ ತೋರಿಸುವ ಚಿತ್ರ ಯಾವುದು?`,
      `'${names.te}': ఈ మూడింటి సంబంధాన్ని సరిగ్గా చూపే చిత్రం ఏది?`,
      `Which diagram shows how these three are related: ${names.en}?`,
    ),
    right: diagram(relation),
    wrong: random.shuffled(relations.filter((other) => other !== relation)).map(diagram),
    why,
  })
}

const drinks: readonly [Translations, Translations][] = [
  [text('ಚಹಾ', 'టీ', 'tea'), text('ಕಾಫಿ', 'కాఫీ', 'coffee')],
  [text('ಕಬಡ್ಡಿ', 'కబడ్డీ', 'kabaddi'), text('ಕ್ರಿಕೆಟ್', 'క్రికెట్', 'cricket')],
  [text('ಸಂಗೀತ', 'సంగీతం', 'music'), text('ನೃತ್ಯ', 'నృత్యం', 'dance')],
]

const numbersOfTwo: QuestionTemplate = (random) => {
  const [a, b] = random.pick(drinks)
  const [onlyA, onlyB] = [random.integer(11, 60), random.integer(11, 60)]
  const both = random.integer(5, 30)
  const answer = onlyA + onlyB
  const figure = writeFigure({ is: 'sets', numbers: [onlyA, onlyB, both] })
  return makeQuestion(random, {
    topics,
    stem: text(
      `A: '${a.kn}' ಇಷ್ಟಪಡುವವರು; B: '${b.kn}' ಇಷ್ಟಪಡುವವರು. ಎರಡರಲ್ಲಿ ಒಂದನ್ನು ಮಾತ್ರ ಇಷ್ಟಪಡುವವರು ಎಷ್ಟು ಮಂದಿ?\n${figure}`,
      `చిత్రంలో A అంటే '${a.te}' ఇష్టపడేవారు, B అంటే '${b.te}' ఇష్టపడేవారు. రెండింటిలో ఒకదాన్ని మాత్రమే ఇష్టపడేవారు ఎందరు?\n${figure}`,
      `A: those who like ${a.en}; B: those who like ${b.en}. How many like exactly one of the two?\n${figure}`,
    ),
    ...numericAnswers(answer, [answer + both, both, onlyA + both], 3),
    why: text(
      `A ಮಾತ್ರ ${onlyA}, B ಮಾತ್ರ ${onlyB}: ${onlyA} + ${onlyB} = ${answer}. ಎರಡೂ ವೃತ್ತಗಳಲ್ಲಿರುವ ${both} ಜನ ಲೆಕ್ಕಕ್ಕೆ ಸೇರುವುದಿಲ್ಲ.`,
      `A లో మాత్రమే ఉన్నవారు ${onlyA}, B లో మాత్రమే ఉన్నవారు ${onlyB}; మొత్తం ${onlyA} + ${onlyB} = ${answer}. రెండు వృత్తాల్లోనూ ఉన్నవారు (${both}) లెక్కలోకి రారు.`,
      `There are ${onlyA} in A only and ${onlyB} in B only: ${onlyA} + ${onlyB} = ${answer}. The ${both} in both circles are not counted.`,
    ),
  })
}

const numbersOfThree: QuestionTemplate = (random) => {
  const numbers = Array.from({ length: 7 }, (_, index) =>
    random.integer(index < 3 ? 10 : 3, index < 3 ? 40 : 15),
  )
  const [a = 0, b = 0, c = 0, ab = 0, bc = 0, ca = 0, all = 0] = numbers
  const answer = ab + bc + ca
  const figure = writeFigure({ is: 'sets', numbers })
  return makeQuestion(random, {
    topics,
    stem: text(
      `A, B, C ಎಂಬ ಮೂರು ಪತ್ರಿಕೆಗಳನ್ನು ಓದುವವರ ಸಂಖ್ಯೆಗಳು ಚಿತ್ರದಲ್ಲಿವೆ. ಎರಡೇ ಪತ್ರಿಕೆಗಳನ್ನು ಓದುವವರು ಎಷ್ಟು ಮಂದಿ?\n${figure}`,
      `A, B, C అనే మూడు పత్రికలు చదివేవారి సంఖ్యలు చిత్రంలో ఉన్నాయి. సరిగ్గా రెండు పత్రికలు మాత్రమే చదివేవారు ఎందరు?\n${figure}`,
      `The figure shows the numbers of readers of three newspapers A, B and C. How many read exactly two of them?\n${figure}`,
    ),
    ...numericAnswers(answer, [answer + all, all, a + b + c], 2),
    why: text(
      `ಎರಡೇ ವೃತ್ತಗಳಿಗೆ ಸೇರಿದ ಭಾಗಗಳು ${ab}, ${bc}, ${ca}: ಒಟ್ಟು ${answer}. ನಡುವಿನ ${all} ಜನ ಮೂರನ್ನೂ ಓದುತ್ತಾರೆ.`,
      `రెండు వృత్తాలకే చెందిన భాగాల్లోని సంఖ్యలు ${ab}, ${bc}, ${ca}; వాటి మొత్తం ${answer}. మధ్యలో ఉన్నవారు (${all}) మూడు పత్రికలూ చదువుతారు.`,
      `The parts in exactly two circles are ${ab}, ${bc} and ${ca}: ${answer} in all. The ${all} in the middle read all three.`,
    ),
  })
}

export const vennDiagramQuestions: readonly QuestionTemplate[] = [
  relationOfThree,
  numbersOfTwo,
  numbersOfThree,
]
