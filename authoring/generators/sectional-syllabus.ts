import { algebra } from './algebra.ts'
import { averages } from './averages.ts'
import { bloodRelations } from './blood-relations.ts'
import { calendar } from './calendar.ts'
import { chanceAndStatistics } from './chance-and-statistics.ts'
import { clock } from './clock.ts'
import { dataTables } from './data-tables.ts'
import { cubesAndAlphabet } from './cubes-and-alphabet.ts'
import { directionWalk } from './direction-walk.ts'
import { discounts } from './discounts.ts'
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
import { ranking } from './ranking.ts'
import { ratioAndPartnership } from './ratio-and-partnership.ts'
import { seating } from './seating.ts'
import { simpleAndCompoundInterest } from './simple-and-compound-interest.ts'
import { simplification } from './simplification.ts'
import { speedAndDistance } from './speed-and-distance.ts'
import { syllogism } from './syllogism.ts'
import type { Syllabus } from './syllabus.ts'
import { symbolOperations } from './symbol-operations.ts'
import { timeAndWork } from './time-and-work.ts'
import { trains } from './trains.ts'
import { wordCoding } from './word-coding.ts'

// The sectional papers have 30 questions; the sections of full papers as many as the real paper's.

export const mathematics: Syllabus = {
  parts: [
    [numberSystem, 3],
    [simplification, 3],
    [algebra, 3],
    [geometry, 3],
    [mixturesAndAges, 3],
    [pipesAndBoats, 2],
    [trains, 2],
    [discounts, 2],
    [dataTables, 2],
    [chanceAndStatistics, 2],
    [percentages, 1],
    [profitAndLoss, 1],
    [simpleAndCompoundInterest, 1],
    [timeAndWork, 1],
    [mensuration, 1],
  ],
  about: {
    kn: '30 ಪ್ರಶ್ನೆಗಳು: ಸಂಖ್ಯಾ ಪದ್ಧತಿ, ಸಂಕ್ಷೇಪಣ, ಬೀಜಗಣಿತ, ರೇಖಾಗಣಿತ, ಮಿಶ್ರಣ, ವಯಸ್ಸು, ನಲ್ಲಿ ಮತ್ತು ದೋಣಿ, ರೈಲು, ರಿಯಾಯಿತಿ, ದತ್ತಾಂಶ ಕೋಷ್ಟಕ, ಸಂಭವನೀಯತೆ; ಪ್ರತಿಯೊಂದಕ್ಕೂ ಹಂತ ಹಂತದ ಲೆಕ್ಕ.',
    te: '30 ప్రశ్నలు: సంఖ్యా వ్యవస్థ, సూక్ష్మీకరణ, బీజగణితం, రేఖాగణితం, మిశ్రమాలు, వయసులు, కుళాయిలు–పడవలు, రైళ్లు, తగ్గింపు, దత్తాంశ పట్టికలు, సంభావ్యత; ప్రతిదానికీ దశలవారీ లెక్క.',
    en: '30 questions: number system, simplification, algebra, geometry, mixtures, ages, pipes and boats, trains, discount, data tables and probability, each worked step by step.',
  },
}

export const sectionalReasoning: Syllabus = {
  parts: [
    [seating, 3],
    [oddOneOut, 3],
    [numberAnalogy, 3],
    [symbolOperations, 3],
    [cubesAndAlphabet, 3],
    [syllogism, 2],
    [bloodRelations, 2],
    [letterSeries, 2],
    [wordCoding, 2],
    [numberSeries, 1],
    [letterCoding, 1],
    [inequalities, 1],
    [directionWalk, 1],
    [ranking, 1],
    [calendar, 1],
    [clock, 1],
  ],
  about: {
    kn: '30 ಪ್ರಶ್ನೆಗಳು: ಆಸನ ಕ್ರಮ, ಗುಂಪಿಗೆ ಸೇರದ್ದು, ಸಾದೃಶ್ಯ, ಚಿಹ್ನೆಗಳ ಅದಲುಬದಲು, ದಾಳ, ತರ್ಕವಾಕ್ಯ, ರಕ್ತಸಂಬಂಧ, ಅಕ್ಷರ ಸರಣಿ, ಸಂಕೇತ, ಅಸಮಾನತೆ, ದಿಕ್ಕು; ಪ್ರತಿಯೊಂದಕ್ಕೂ ವಿವರಣೆ.',
    te: '30 ప్రశ్నలు: ఆసన క్రమం, భిన్నమైనది, సాదృశ్యం, గుర్తుల మార్పిడి, పాచిక, తర్కవాక్యాలు, రక్తసంబంధాలు, అక్షర శ్రేణి, సంకేతాలు, అసమానతలు, దిశలు; ప్రతిదానికీ వివరణ.',
    en: '30 questions: seating, odd one out, analogy, exchanged signs, dice, syllogism, blood relations, letter series, coding, inequalities and directions, each with its explanation.',
  },
}

export const sectionalMentalAbility: Syllabus = {
  parts: [
    [seating, 2],
    [oddOneOut, 2],
    [numberAnalogy, 2],
    [symbolOperations, 2],
    [cubesAndAlphabet, 2],
    [syllogism, 2],
    [bloodRelations, 2],
    [letterSeries, 2],
    [wordCoding, 2],
    [numberSystem, 2],
    [simplification, 2],
    [mixturesAndAges, 2],
    [dataTables, 2],
    [inequalities, 1],
    [discounts, 1],
    [pipesAndBoats, 1],
    [geometry, 1],
  ],
  about: {
    kn: '30 ಪ್ರಶ್ನೆಗಳು: ಆಸನ ಕ್ರಮ, ಸಾದೃಶ್ಯ, ಚಿಹ್ನೆಗಳು, ದಾಳ, ತರ್ಕವಾಕ್ಯ, ರಕ್ತಸಂಬಂಧ, ಸಂಕೇತದಂಥ ತಾರ್ಕಿಕ ಪ್ರಶ್ನೆಗಳು ಮತ್ತು ಸಂಖ್ಯಾ ಪದ್ಧತಿ, ಮಿಶ್ರಣ, ವಯಸ್ಸು, ದತ್ತಾಂಶದಂಥ ಲೆಕ್ಕಗಳು; ಪ್ರತಿಯೊಂದಕ್ಕೂ ವಿವರಣೆ.',
    te: '30 ప్రశ్నలు: ఆసన క్రమం, సాదృశ్యం, గుర్తులు, పాచిక, తర్కవాక్యాలు, రక్తసంబంధాలు, సంకేతాలు వంటి తార్కిక ప్రశ్నలు, సంఖ్యా వ్యవస్థ, మిశ్రమాలు, వయసులు, దత్తాంశం వంటి లెక్కలు; ప్రతిదానికీ వివరణ.',
    en: '30 questions: reasoning such as seating, analogy, signs, dice, syllogism, blood relations and coding, and sums on numbers, mixtures, ages and data, each explained.',
  },
}

/** The parts of the computed sections of full papers. */
export const fullPaperSections = {
  groupDMathematics: [
    [numberSystem, 2],
    [simplification, 3],
    [algebra, 2],
    [geometry, 2],
    [percentages, 1],
    [ratioAndPartnership, 1],
    [averages, 1],
    [profitAndLoss, 1],
    [discounts, 1],
    [simpleAndCompoundInterest, 1],
    [timeAndWork, 1],
    [pipesAndBoats, 1],
    [speedAndDistance, 1],
    [trains, 1],
    [mensuration, 2],
    [hcfAndLcm, 1],
    [mixturesAndAges, 1],
    [dataTables, 1],
    [chanceAndStatistics, 1],
  ],
  groupDReasoning: sectionalReasoning.parts,
  cbt2Mathematics: [
    [numberSystem, 3],
    [simplification, 3],
    [algebra, 3],
    [geometry, 3],
    [dataTables, 3],
    [mixturesAndAges, 2],
    [mensuration, 2],
    [discounts, 2],
    [trains, 2],
    [chanceAndStatistics, 2],
    [percentages, 1],
    [ratioAndPartnership, 1],
    [averages, 1],
    [profitAndLoss, 1],
    [simpleAndCompoundInterest, 1],
    [timeAndWork, 1],
    [pipesAndBoats, 2],
    [speedAndDistance, 1],
    [hcfAndLcm, 1],
  ],
  cbt2Reasoning: [
    [seating, 3],
    [oddOneOut, 3],
    [numberAnalogy, 3],
    [symbolOperations, 3],
    [cubesAndAlphabet, 3],
    [letterSeries, 3],
    [wordCoding, 3],
    [syllogism, 2],
    [bloodRelations, 2],
    [numberSeries, 2],
    [letterCoding, 2],
    [directionWalk, 2],
    [inequalities, 1],
    [ranking, 1],
    [calendar, 1],
    [clock, 1],
  ],
  constableReasoning: [
    [oddOneOut, 2],
    [numberAnalogy, 2],
    [symbolOperations, 2],
    [letterSeries, 2],
    [wordCoding, 1],
    [letterCoding, 1],
    [numberSeries, 1],
    [syllogism, 1],
    [bloodRelations, 1],
    [seating, 1],
    [cubesAndAlphabet, 2],
    [directionWalk, 1],
    [ranking, 1],
    [calendar, 1],
    [clock, 1],
  ],
  constableMathematics: [
    [numberSystem, 1],
    [simplification, 2],
    [percentages, 1],
    [ratioAndPartnership, 1],
    [averages, 1],
    [profitAndLoss, 1],
    [discounts, 2],
    [simpleAndCompoundInterest, 2],
    [timeAndWork, 2],
    [speedAndDistance, 1],
    [trains, 1],
    [mensuration, 2],
    [mixturesAndAges, 2],
    [hcfAndLcm, 1],
  ],
} satisfies Record<string, Syllabus['parts']>
