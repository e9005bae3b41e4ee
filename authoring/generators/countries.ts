import {
  coastal,
  continents,
  countryName,
  landlocked,
  languageName,
  listed,
  officialLanguages,
  type Continent,
} from './country-names.ts'
import { makeQuestion, type QuestionTemplate, type Translations } from './question.ts'

const topics = ['world-geography', 'general-knowledge']

/** 'Chad, Mali and Nepal'. */
const inEnglish = (three: readonly Translations[]) =>
  new Intl.ListFormat('en-GB').format(three.map(({ en }) => en))

/** A country of each continent, beside its continent. */
const places = (chosen: readonly (readonly [string, Continent])[]) =>
  listed(chosen.map(([code, { name }]) => [countryName(code), name]))

const inContinent: QuestionTemplate = (random) => {
  const [asked, ...others] = random.shuffled(continents) as [Continent, ...Continent[]]
  const right = random.pick(asked.countries)
  const wrong = others.slice(0, 3).map((other) => [random.pick(other.countries), other] as const)
  const rest = places(wrong)
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಇವುಗಳಲ್ಲಿ ${asked.inIt.kn}ರುವ ದೇಶ ಯಾವುದು?`,
      te: `వీటిలో ${asked.inIt.te} ఉన్న దేశం ఏది?`,
      en: `Which of these countries is ${asked.inIt.en}?`,
    },
    right: countryName(right),
    wrong: wrong.map(([code]) => countryName(code)),
    why: {
      kn: `${countryName(right).kn} ${asked.inIt.kn}ದೆ. ಉಳಿದವು ಇರುವ ಖಂಡಗಳು: ${rest.kn}.`,
      te: `${countryName(right).te} ${asked.inIt.te} ఉంది. మిగతా దేశాలు ఉన్న ఖండాలు: ${rest.te}.`,
      en: `${countryName(right).en} is ${asked.inIt.en}. The others lie elsewhere: ${rest.en}.`,
    },
  })
}

const notInContinent: QuestionTemplate = (random) => {
  const [asked, other] = random.shuffled(continents) as [Continent, Continent]
  const right = random.pick(other.countries)
  const inside = random.shuffled(asked.countries).slice(0, 3).map(countryName)
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಇವುಗಳಲ್ಲಿ ${asked.inIt.kn}ಲ್ಲದ ದೇಶ ಯಾವುದು?`,
      te: `వీటిలో ${asked.inIt.te} లేని దేశం ఏది?`,
      en: `Which of these countries is not ${asked.inIt.en}?`,
    },
    right: countryName(right),
    wrong: inside,
    why: {
      kn: `${countryName(right).kn} ${other.inIt.kn}ದೆ. ${inside.map(({ kn }) => kn).join(', ')} ${asked.inIt.kn}ವೆ.`,
      te: `${countryName(right).te} ${other.inIt.te} ఉంది. ${inside.map(({ te }) => te).join(', ')} ${asked.inIt.te} ఉన్నాయి.`,
      en: `${countryName(right).en} is ${other.inIt.en}. ${inEnglish(inside)} are ${asked.inIt.en}.`,
    },
  })
}

const withoutCoast: QuestionTemplate = (random) => {
  const right = countryName(random.pick(landlocked))
  const wrong = random.shuffled(coastal).slice(0, 3).map(countryName)
  return makeQuestion(random, {
    topics,
    stem: random.pick([
      {
        kn: 'ಇವುಗಳಲ್ಲಿ ಸಮುದ್ರ ತೀರವಿಲ್ಲದ, ಸುತ್ತಲೂ ಭೂಮಿಯಿಂದಲೇ ಆವೃತವಾದ (landlocked) ದೇಶ ಯಾವುದು?',
        te: 'వీటిలో సముద్ర తీరం లేని, చుట్టూ భూభాగమే ఉన్న (landlocked) దేశం ఏది?',
        en: 'Which of these countries is landlocked, that is, without any sea coast?',
      },
      {
        kn: 'ಇವುಗಳಲ್ಲಿ ಸಮುದ್ರ ಮಾರ್ಗದ ವ್ಯಾಪಾರಕ್ಕೆ ಸ್ವಂತ ತೀರವೇ ಇಲ್ಲದ ದೇಶ ಯಾವುದು?',
        te: 'వీటిలో సముద్ర మార్గ వ్యాపారానికి సొంత తీరమే లేని దేశం ఏది?',
        en: 'Which of these countries has no sea coast of its own?',
      },
    ]),
    right,
    wrong,
    why: {
      kn: `${right.kn} ದೇಶದ ಸುತ್ತಲೂ ಬೇರೆ ದೇಶಗಳೇ ಇವೆ; ಅದಕ್ಕೆ ಸಮುದ್ರ ತೀರವಿಲ್ಲ. ${wrong.map(({ kn }) => kn).join(', ')}: ಈ ಮೂರಕ್ಕೂ ಸಮುದ್ರ ತೀರವಿದೆ.`,
      te: `${right.te} చుట్టూ ఇతర దేశాలే ఉన్నాయి; దానికి సముద్ర తీరం లేదు. ${wrong.map(({ te }) => te).join(', ')}: ఈ మూడింటికీ సముద్ర తీరం ఉంది.`,
      en: `${right.en} is surrounded by other countries and has no coast. ${inEnglish(wrong)} all have a sea coast.`,
    },
  })
}

const withCoast: QuestionTemplate = (random) => {
  const right = countryName(random.pick(coastal))
  const wrong = random.shuffled(landlocked).slice(0, 3).map(countryName)
  return makeQuestion(random, {
    topics,
    stem: random.pick([
      {
        kn: 'ಇವುಗಳಲ್ಲಿ ಸಮುದ್ರ ತೀರ ಇರುವ ದೇಶ ಯಾವುದು?',
        te: 'వీటిలో సముద్ర తీరం ఉన్న దేశం ఏది?',
        en: 'Which of these countries has a sea coast?',
      },
      {
        kn: 'ಇವುಗಳಲ್ಲಿ ಮೂರು ದೇಶಗಳಿಗೆ ಸಮುದ್ರ ತೀರವಿಲ್ಲ (landlocked). ತೀರವಿರುವ ದೇಶ ಯಾವುದು?',
        te: 'వీటిలో మూడు దేశాలకు సముద్ర తీరం లేదు (landlocked). తీరం ఉన్న దేశం ఏది?',
        en: 'Three of these countries are landlocked. Which one is not?',
      },
    ]),
    right,
    wrong,
    why: {
      kn: `ಸಮುದ್ರ ತೀರವಿರುವ ದೇಶ ${right.kn}. ${wrong.map(({ kn }) => kn).join(', ')}: ಈ ಮೂರೂ ಬೇರೆ ದೇಶಗಳಿಂದ ಸುತ್ತುವರಿದಿವೆ.`,
      te: `${right.te} దేశానికి సముద్ర తీరం ఉంది. ${wrong.map(({ te }) => te).join(', ')}: ఈ మూడింటి చుట్టూ ఇతర దేశాలే ఉన్నాయి.`,
      en: `${right.en} has a sea coast. ${inEnglish(wrong)} are all surrounded by other countries.`,
    },
  })
}

const officialLanguage: QuestionTemplate = (random) => {
  const [code, spoken] = random.pick(officialLanguages.filter((_, index) => index % 2 === 0))
  const land = countryName(code)
  const others = [...new Set(officialLanguages.map(([, other]) => other))]
  const wrong = random
    .shuffled(others.filter((other) => other !== spoken))
    .slice(0, 3)
    .map((other) => officialLanguages.find(([, known]) => known === other)!)
  const rest = listed(wrong.map(([place, other]) => [countryName(place), languageName(other)]))
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `${land.kn} ದೇಶದ ಅಧಿಕೃತ ಭಾಷೆ ಯಾವುದು?`,
      te: `${land.te} దేశపు అధికార భాష ఏది?`,
      en: `What is the official language of ${land.en}?`,
    },
    right: languageName(spoken),
    wrong: wrong.map(([, other]) => languageName(other)),
    why: {
      kn: `${land.kn} ದೇಶದ ಅಧಿಕೃತ ಭಾಷೆ ${languageName(spoken).kn}. ಉಳಿದ ಭಾಷೆಗಳು ಅಧಿಕೃತವಾಗಿರುವ ದೇಶಗಳಿಗೆ ಉದಾಹರಣೆ: ${rest.kn}.`,
      te: `${land.te} దేశపు అధికార భాష ${languageName(spoken).te}. మిగతావి అధికార భాషలుగా ఉన్న దేశాలకు ఉదాహరణలు: ${rest.te}.`,
      en: `The official language of ${land.en} is ${languageName(spoken).en}. The others are official, for example, in these countries: ${rest.en}.`,
    },
  })
}

const countryOfLanguage: QuestionTemplate = (random) => {
  const [code, spoken] = random.pick(officialLanguages.filter((_, index) => index % 2 === 1))
  const wrong = random
    .shuffled(officialLanguages.filter(([, other]) => other !== spoken))
    .slice(0, 3)
  const tongue = languageName(spoken)
  const rest = listed(wrong.map(([place, other]) => [countryName(place), languageName(other)]))
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಇವುಗಳಲ್ಲಿ ಯಾವ ದೇಶದ ಅಧಿಕೃತ ಭಾಷೆ ${tongue.kn}?`,
      te: `వీటిలో ఏ దేశపు అధికార భాష ${tongue.te}?`,
      en: `In which of these countries is ${tongue.en} the official language?`,
    },
    right: countryName(code),
    wrong: wrong.map(([place]) => countryName(place)),
    why: {
      kn: `${tongue.kn} ${countryName(code).kn} ದೇಶದ ಅಧಿಕೃತ ಭಾಷೆ. ಉಳಿದ ದೇಶಗಳ ಅಧಿಕೃತ ಭಾಷೆಗಳು: ${rest.kn}.`,
      te: `${tongue.te} ${countryName(code).te} దేశపు అధికార భాష. మిగతా దేశాల అధికార భాషలు: ${rest.te}.`,
      en: `${tongue.en} is the official language of ${countryName(code).en}. The official languages of the other countries are: ${rest.en}.`,
    },
  })
}

export const countries: readonly QuestionTemplate[] = [
  inContinent,
  withoutCoast,
  officialLanguage,
  notInContinent,
  withCoast,
  countryOfLanguage,
]
