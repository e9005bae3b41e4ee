import { algebra } from './algebra.ts'
import { averages } from './averages.ts'
import { bloodRelations } from './blood-relations.ts'
import { calendar } from './calendar.ts'
import { chanceAndStatistics } from './chance-and-statistics.ts'
import { clock } from './clock.ts'
import { countries } from './countries.ts'
import { currencies } from './currencies.ts'
import { dataTables } from './data-tables.ts'
import { cubesAndAlphabet } from './cubes-and-alphabet.ts'
import { dieAndPaper } from './die-and-paper.ts'
import { directionWalk } from './direction-walk.ts'
import { discounts } from './discounts.ts'
import { figureImages } from './figure-images.ts'
import { figureSeries } from './figure-series.ts'
import { geometry } from './geometry.ts'
import { hcfAndLcm } from './hcf-and-lcm.ts'
import { inequalities } from './inequalities.ts'
import { letterCoding } from './letter-coding.ts'
import { letterSeries } from './letter-series.ts'
import { mensuration } from './mensuration.ts'
import { mixturesAndAges } from './mixtures-and-ages.ts'
import { numberAnalogy } from './number-analogy.ts'
import { numberSeries } from './number-series.ts'
import { numberSystem } from './number-system.ts'
import { oddOneOut } from './odd-one-out.ts'
import { percentages } from './percentages.ts'
import { pipesAndBoats } from './pipes-and-boats.ts'
import { profitAndLoss } from './profit-and-loss.ts'
import type { QuestionTemplate, Translations } from './question.ts'
import { ranking } from './ranking.ts'
import { ratioAndPartnership } from './ratio-and-partnership.ts'
import { seating } from './seating.ts'
import { simpleAndCompoundInterest } from './simple-and-compound-interest.ts'
import { simplification } from './simplification.ts'
import { speedAndDistance } from './speed-and-distance.ts'
import { syllogism } from './syllogism.ts'
import { symbolOperations } from './symbol-operations.ts'
import { timeAndWork } from './time-and-work.ts'
import { trains } from './trains.ts'
import { vennDiagramQuestions } from './venn-diagrams.ts'
import { wordCoding } from './word-coding.ts'

export const families: Readonly<Record<string, readonly QuestionTemplate[]>> = {
  percentages,
  ratioAndPartnership,
  averages,
  profitAndLoss,
  simpleAndCompoundInterest,
  timeAndWork,
  speedAndDistance,
  mensuration,
  hcfAndLcm,
  numberSeries,
  letterCoding,
  calendar,
  clock,
  directionWalk,
  ranking,
  currencies,
  countries,
  numberSystem,
  simplification,
  algebra,
  geometry,
  pipesAndBoats,
  trains,
  mixturesAndAges,
  discounts,
  dataTables,
  chanceAndStatistics,
  syllogism,
  inequalities,
  bloodRelations,
  seating,
  letterSeries,
  oddOneOut,
  numberAnalogy,
  symbolOperations,
  cubesAndAlphabet,
  wordCoding,
  figureSeries,
  figureImages,
  vennDiagramQuestions,
  dieAndPaper,
}

/** What a paper covers: the families with their number of questions. */
export type Syllabus = {
  parts: readonly (readonly [family: readonly QuestionTemplate[], count: number])[]
  about: Translations
}

export const arithmetic: Syllabus = {
  parts: [
    [percentages, 2],
    [ratioAndPartnership, 2],
    [averages, 2],
    [profitAndLoss, 3],
    [simpleAndCompoundInterest, 2],
    [timeAndWork, 3],
    [speedAndDistance, 2],
    [mensuration, 2],
    [hcfAndLcm, 2],
  ],
  about: {
    kn: 'ಶೇಕಡಾ, ಅನುಪಾತ, ಸರಾಸರಿ, ಲಾಭ–ನಷ್ಟ, ಬಡ್ಡಿ, ಕಾಲ ಮತ್ತು ಕೆಲಸ, ವೇಗ, ಕ್ಷೇತ್ರಗಣಿತ, ಲ.ಸಾ.ಅ. ಮತ್ತು ಮ.ಸಾ.ಅ. ಕುರಿತ 20 ಪ್ರಶ್ನೆಗಳು; ಪ್ರತಿಯೊಂದಕ್ಕೂ ಹಂತ ಹಂತದ ಲೆಕ್ಕ.',
    te: 'శాతాలు, నిష్పత్తి, సగటు, లాభనష్టాలు, వడ్డీ, కాలం–పని, వేగం, క్షేత్రమితి, క.సా.గు., గ.సా.భా.లపై 20 ప్రశ్నలు; ప్రతిదానికీ దశలవారీ లెక్క.',
    en: '20 questions on percentages, ratio, averages, profit and loss, interest, time and work, speed, mensuration, LCM and HCF, each worked step by step.',
  },
}

export const reasoning: Syllabus = {
  parts: [
    [numberSeries, 4],
    [letterCoding, 4],
    [directionWalk, 3],
    [calendar, 3],
    [clock, 3],
    [ranking, 3],
  ],
  about: {
    kn: 'ಸಂಖ್ಯಾ ಸರಣಿ, ಸಂಕೇತ, ದಿಕ್ಕು, ಕ್ಯಾಲೆಂಡರ್, ಗಡಿಯಾರ ಮತ್ತು ಸ್ಥಾನ ಕುರಿತ 20 ಪ್ರಶ್ನೆಗಳು; ಪ್ರತಿಯೊಂದಕ್ಕೂ ವಿವರಣೆ.',
    te: 'సంఖ్యా శ్రేణులు, సంకేతాలు, దిక్కులు, క్యాలెండర్, గడియారం, స్థానాలపై 20 ప్రశ్నలు; ప్రతిదానికీ వివరణ.',
    en: '20 questions on number series, coding, directions, the calendar, clocks and ranking, each with its explanation.',
  },
}

export const mentalAbility: Syllabus = {
  parts: [
    [numberSeries, 2],
    [percentages, 1],
    [letterCoding, 2],
    [averages, 1],
    [directionWalk, 2],
    [profitAndLoss, 1],
    [calendar, 2],
    [timeAndWork, 1],
    [clock, 1],
    [speedAndDistance, 1],
    [ranking, 2],
    [ratioAndPartnership, 1],
    [simpleAndCompoundInterest, 1],
    [hcfAndLcm, 1],
    [mensuration, 1],
  ],
  about: {
    kn: '20 ಪ್ರಶ್ನೆಗಳು: ಸರಣಿ, ಸಂಕೇತ, ದಿಕ್ಕು, ಕ್ಯಾಲೆಂಡರ್‌ನಂಥ ತಾರ್ಕಿಕ ಪ್ರಶ್ನೆಗಳು ಮತ್ತು ಅಂಕಗಣಿತ; ಪ್ರತಿಯೊಂದಕ್ಕೂ ಹಂತ ಹಂತದ ವಿವರಣೆ.',
    te: '20 ప్రశ్నలు: శ్రేణులు, సంకేతాలు, దిక్కులు, క్యాలెండర్ వంటి తార్కిక ప్రశ్నలు, అంకగణితం; ప్రతిదానికీ దశలవారీ వివరణ.',
    en: '20 questions: reasoning such as series, coding, directions and the calendar, and arithmetic, each explained step by step.',
  },
}

/** The mathematics of classes 1 to 8. */
export const schoolMathematics: Syllabus = {
  parts: [
    [hcfAndLcm, 3],
    [mensuration, 4],
    [percentages, 2],
    [profitAndLoss, 2],
    [ratioAndPartnership, 2],
    [averages, 2],
    [simpleAndCompoundInterest, 2],
    [timeAndWork, 1],
    [speedAndDistance, 1],
    [calendar, 1],
  ],
  about: {
    kn: 'ಶಾಲಾ ಗಣಿತದ 20 ಪ್ರಶ್ನೆಗಳು: ಲ.ಸಾ.ಅ. ಮತ್ತು ಮ.ಸಾ.ಅ., ಕ್ಷೇತ್ರಗಣಿತ, ಶೇಕಡಾ, ಅನುಪಾತ, ಸರಾಸರಿ, ಬಡ್ಡಿ, ಕ್ಯಾಲೆಂಡರ್; ಪ್ರತಿಯೊಂದಕ್ಕೂ ಹಂತ ಹಂತದ ಲೆಕ್ಕ.',
    te: 'పాఠశాల గణితంపై 20 ప్రశ్నలు: క.సా.గు., గ.సా.భా., క్షేత్రమితి, శాతాలు, నిష్పత్తి, సగటు, వడ్డీ, క్యాలెండర్; ప్రతిదానికీ దశలవారీ లెక్క.',
    en: '20 questions of school mathematics: LCM and HCF, mensuration, percentages, ratio, averages, interest and the calendar, each worked step by step.',
  },
}

export const worldGeography: Syllabus = {
  parts: [
    [currencies, 8],
    [countries, 12],
  ],
  about: {
    kn: 'ದೇಶಗಳ ಕರೆನ್ಸಿ, ಖಂಡ, ಅಧಿಕೃತ ಭಾಷೆ ಮತ್ತು ಸಮುದ್ರ ತೀರವಿಲ್ಲದ ದೇಶಗಳ ಕುರಿತ 20 ಪ್ರಶ್ನೆಗಳು.',
    te: 'దేశాల కరెన్సీలు, ఖండాలు, అధికార భాషలు, సముద్ర తీరం లేని దేశాలపై 20 ప్రశ్నలు.',
    en: '20 questions on the currencies, continents and official languages of countries, and on countries without a coast.',
  },
}
