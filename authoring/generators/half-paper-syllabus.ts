import { algebra } from './algebra.ts'
import { averages } from './averages.ts'
import { bloodRelations } from './blood-relations.ts'
import { calendar } from './calendar.ts'
import { clock } from './clock.ts'
import { cubesAndAlphabet } from './cubes-and-alphabet.ts'
import { dataTables } from './data-tables.ts'
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
import { symbolOperations } from './symbol-operations.ts'
import { timeAndWork } from './time-and-work.ts'
import { trains } from './trains.ts'
import { wordCoding } from './word-coding.ts'
import type { Syllabus } from './syllabus.ts'

// The computed sections of half papers have half as many questions as those of the real paper,
// one of a kind.

const oneEach = (...kinds: Syllabus['parts'][number][0][]): Syllabus['parts'] =>
  kinds.map((kind) => [kind, 1])

export const halfPaperSections = {
  ntpcHalf: {
    mathematics: oneEach(
      simplification,
      numberSystem,
      algebra,
      geometry,
      dataTables,
      mixturesAndAges,
      mensuration,
      discounts,
      trains,
      percentages,
      ratioAndPartnership,
      profitAndLoss,
      simpleAndCompoundInterest,
      timeAndWork,
      hcfAndLcm,
    ),
    reasoning: oneEach(
      seating,
      oddOneOut,
      numberAnalogy,
      symbolOperations,
      cubesAndAlphabet,
      letterSeries,
      wordCoding,
      syllogism,
      bloodRelations,
      numberSeries,
      letterCoding,
      directionWalk,
      inequalities,
      calendar,
      clock,
    ),
  },
  groupDHalf: {
    mathematics: oneEach(
      numberSystem,
      simplification,
      algebra,
      geometry,
      percentages,
      averages,
      profitAndLoss,
      simpleAndCompoundInterest,
      pipesAndBoats,
      speedAndDistance,
      mensuration,
      hcfAndLcm,
    ),
    reasoning: oneEach(
      oddOneOut,
      numberAnalogy,
      symbolOperations,
      letterSeries,
      wordCoding,
      letterCoding,
      numberSeries,
      syllogism,
      bloodRelations,
      seating,
      cubesAndAlphabet,
      directionWalk,
      ranking,
      calendar,
      inequalities,
    ),
  },
  constableHalf: {
    mathematics: oneEach(
      simplification,
      percentages,
      ratioAndPartnership,
      averages,
      discounts,
      simpleAndCompoundInterest,
      timeAndWork,
      trains,
      mensuration,
      mixturesAndAges,
    ),
    reasoning: oneEach(
      oddOneOut,
      numberAnalogy,
      symbolOperations,
      letterSeries,
      wordCoding,
      numberSeries,
      syllogism,
      bloodRelations,
      directionWalk,
      ranking,
    ),
  },
}
