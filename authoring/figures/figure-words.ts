import type { Locale } from '../../domain/locale.ts'
import type { CellElement, Transform } from './cell.ts'
import type { Direction } from './compass.ts'
import type { DieView, FoldStep } from './figure.ts'
import type { VennRelation } from './venn.ts'

type Shape = Extract<CellElement, { isFilled: boolean }>['is']

/** The words with which figures are described. */
export type FigureWords = {
  directions: Record<Direction, string>
  centre: string
  missing: string
  open: string
  filled: string
  shapes: Record<Shape, string>
  arrow: (to: string) => string
  line: (to: string) => string
  flag: (to: string, isLeft: boolean) => string
  quarter: (at: string) => string
  half: (at: string) => string
  dot: (at: string, kind: string) => string
  strokes: (count: number) => string
  text: Record<Transform, (letters: string) => string>
  textInOrder: Record<Transform, (letters: string) => string>
  die: string
  faces: (view: DieView) => string
  venn: Record<VennRelation, string>
  only: (name: string) => string
  both: (one: string, other: string) => string
  all: string
  grid: (segments: string) => string
  field: (row: number, column: number) => string
  holes: (fields: readonly string[]) => string
  fold: Record<FoldStep, string>
  punched: (field: string) => string
}

export const figureWords: Record<Locale, FigureWords> = {
  kn: {
    directions: {
      ...{ n: 'ಮೇಲೆ', ne: 'ಮೇಲೆ ಬಲಕ್ಕೆ', e: 'ಬಲಕ್ಕೆ', se: 'ಕೆಳಗೆ ಬಲಕ್ಕೆ' },
      ...{ s: 'ಕೆಳಗೆ', sw: 'ಕೆಳಗೆ ಎಡಕ್ಕೆ', w: 'ಎಡಕ್ಕೆ', nw: 'ಮೇಲೆ ಎಡಕ್ಕೆ' },
    },
    centre: 'ನಡುವೆ',
    missing: 'ಪ್ರಶ್ನಾರ್ಥಕ ಚಿಹ್ನೆ',
    open: 'ಖಾಲಿ',
    filled: 'ತುಂಬಿದ',
    shapes: {
      ...{ circle: 'ವೃತ್ತ', triangle: 'ತ್ರಿಭುಜ', square: 'ಚೌಕ' },
      ...{ pentagon: 'ಪಂಚಭುಜ', hexagon: 'ಷಡ್ಭುಜ' },
    },
    arrow: (to) => `ಬಾಣ: ${to}`,
    line: (to) => `ನಡುವಿನಿಂದ ಗೆರೆ: ${to}`,
    flag: (to, isLeft) => `ಬಾವುಟದ ಕಂಬ: ${to}; ಬಟ್ಟೆ ಕಂಬದ ${isLeft ? 'ಎಡ' : 'ಬಲ'} ಬದಿಗೆ`,
    quarter: (at) => `ವೃತ್ತ; ಅದರ ಕಾಲು ಭಾಗ ಕಪ್ಪು: ${at}`,
    half: (at) => `ವೃತ್ತ; ಅದರ ಅರ್ಧ ಭಾಗ ಕಪ್ಪು: ${at}`,
    dot: (at, kind) => `${kind} ಚುಕ್ಕೆ: ${at}`,
    strokes: (count) => `${count} ಲಂಬ ಗೆರೆಗಳು`,
    text: {
      mirror: (letters) => `${letters}: ಇಡೀ ಬರಹ ಎಡ–ಬಲ ತಿರುಗಿದೆ`,
      water: (letters) => `${letters}: ಇಡೀ ಬರಹ ಮೇಲೆ–ಕೆಳಗೆ ತಿರುಗಿದೆ`,
      turn: (letters) => `${letters}: ಇಡೀ ಬರಹ ಅರ್ಧ ಸುತ್ತು ತಿರುಗಿದೆ`,
    },
    textInOrder: {
      mirror: (letters) => `${letters}: ಪ್ರತಿ ಅಕ್ಷರ ಮಾತ್ರ ಎಡ–ಬಲ ತಿರುಗಿದೆ, ಸ್ಥಾನ ಬದಲಾಗಿಲ್ಲ`,
      water: (letters) => `${letters}: ಪ್ರತಿ ಅಕ್ಷರ ಮೇಲೆ–ಕೆಳಗೆ ತಿರುಗಿದೆ`,
      turn: (letters) => `${letters}: ಪ್ರತಿ ಅಕ್ಷರ ಮಾತ್ರ ಅರ್ಧ ಸುತ್ತು ತಿರುಗಿದೆ, ಸ್ಥಾನ ಬದಲಾಗಿಲ್ಲ`,
    },
    die: 'ದಾಳ',
    faces: ({ top, front, right }) => `ಮೇಲೆ ${top}, ಎಡ ಮುಖ ${front}, ಬಲ ಮುಖ ${right}`,
    venn: {
      nested: 'ಒಂದರೊಳಗೊಂದು ಮೂರು ವೃತ್ತಗಳು',
      apart: 'ಒಂದನ್ನೊಂದು ಮುಟ್ಟದ ಮೂರು ವೃತ್ತಗಳು',
      'two-in-one': 'ದೊಡ್ಡ ವೃತ್ತದೊಳಗೆ ಒಂದನ್ನೊಂದು ಮುಟ್ಟದ ಎರಡು ವೃತ್ತಗಳು',
      'overlap-in-one': 'ದೊಡ್ಡ ವೃತ್ತದೊಳಗೆ ಒಂದರ ಮೇಲೊಂದು ಹಾಯುವ ಎರಡು ವೃತ್ತಗಳು',
      'one-in-one-apart': 'ಒಂದು ವೃತ್ತದೊಳಗೆ ಇನ್ನೊಂದು; ಮೂರನೆಯದು ಬೇರೆ',
      'overlap-apart': 'ಒಂದರ ಮೇಲೊಂದು ಹಾಯುವ ಎರಡು ವೃತ್ತಗಳು; ಮೂರನೆಯದು ಬೇರೆ',
      'one-in-one-crossed': 'ಒಂದು ವೃತ್ತದೊಳಗೆ ಇನ್ನೊಂದು; ಮೂರನೆಯದು ಎರಡನ್ನೂ ಹಾಯುತ್ತದೆ',
      'all-overlap': 'ಮೂರೂ ಒಂದರ ಮೇಲೊಂದು ಹಾಯುವ ವೃತ್ತಗಳು',
      chain: 'ನಡುವಿನ ವೃತ್ತ ಎರಡೂ ಬದಿಯ ವೃತ್ತಗಳನ್ನು ಹಾಯುತ್ತದೆ; ಆ ಎರಡು ಮುಟ್ಟುವುದಿಲ್ಲ',
      'two-in-one-crossed': 'ಒಂದು ವೃತ್ತದೊಳಗೆ ಇನ್ನೊಂದು; ಮೂರನೆಯದು ಹೊರಗಿನದನ್ನು ಮಾತ್ರ ಹಾಯುತ್ತದೆ',
    },
    only: (name) => `${name} ಮಾತ್ರ`,
    both: (one, other) => `${one} ಮತ್ತು ${other} ಮಾತ್ರ`,
    all: 'ಮೂರೂ',
    grid: (segments) => `ಮೇಲಿನಿಂದ a b c, d e f, g h i ಎಂಬ ಒಂಬತ್ತು ಬಿಂದುಗಳಲ್ಲಿ ಗೆರೆಗಳು: ${segments}`,
    field: (row, column) => `ಸಾಲು ${row} ಕಂಬ ${column}`,
    holes: (fields) => `ತೂತುಗಳು: ${fields.join(', ')}`,
    fold: {
      right: 'ಎಡ ಅರ್ಧವನ್ನು ಬಲದ ಮೇಲೆ ಮಡಿಸಲಾಗಿದೆ',
      left: 'ಬಲ ಅರ್ಧವನ್ನು ಎಡದ ಮೇಲೆ ಮಡಿಸಲಾಗಿದೆ',
      down: 'ಮೇಲಿನ ಅರ್ಧವನ್ನು ಕೆಳಗಿನದರ ಮೇಲೆ ಮಡಿಸಲಾಗಿದೆ',
      up: 'ಕೆಳಗಿನ ಅರ್ಧವನ್ನು ಮೇಲಿನದರ ಮೇಲೆ ಮಡಿಸಲಾಗಿದೆ',
    },
    punched: (field) => `ತೂತು: ${field}`,
  },
  en: {
    directions: {
      ...{ n: 'up', ne: 'up and right', e: 'right', se: 'down and right' },
      ...{ s: 'down', sw: 'down and left', w: 'left', nw: 'up and left' },
    },
    centre: 'centre',
    missing: 'question mark',
    open: 'empty',
    filled: 'filled',
    shapes: {
      ...{ circle: 'circle', triangle: 'triangle', square: 'square' },
      ...{ pentagon: 'pentagon', hexagon: 'hexagon' },
    },
    arrow: (to) => `arrow: ${to}`,
    line: (to) => `line from the centre: ${to}`,
    flag: (to, isLeft) => `flag pole: ${to}; cloth on the ${isLeft ? 'left' : 'right'} of the pole`,
    quarter: (at) => `circle with a dark quarter: ${at}`,
    half: (at) => `circle with a dark half: ${at}`,
    dot: (at, kind) => `${kind} dot: ${at}`,
    strokes: (count) => `${count} upright strokes`,
    text: {
      mirror: (letters) => `${letters}: the whole reversed left to right`,
      water: (letters) => `${letters}: the whole turned upside down as in water`,
      turn: (letters) => `${letters}: the whole after half a turn`,
    },
    textInOrder: {
      mirror: (letters) => `${letters}: each character reversed in its place`,
      water: (letters) => `${letters}: each character upside down in its place`,
      turn: (letters) => `${letters}: each character after half a turn in its place`,
    },
    die: 'Die',
    faces: ({ top, front, right }) => `top ${top}, left face ${front}, right face ${right}`,
    venn: {
      nested: 'three circles, one inside another',
      apart: 'three separate circles',
      'two-in-one': 'two separate circles inside a large one',
      'overlap-in-one': 'two overlapping circles inside a large one',
      'one-in-one-apart': 'a circle inside another; the third is separate',
      'overlap-apart': 'two overlapping circles; the third is separate',
      'one-in-one-crossed': 'a circle inside another; the third overlaps both',
      'all-overlap': 'three circles that overlap one another',
      chain: 'the middle circle overlaps those at its sides, which do not touch',
      'two-in-one-crossed': 'a circle inside another; the third overlaps only the outer one',
    },
    only: (name) => `only ${name}`,
    both: (one, other) => `only ${one} and ${other}`,
    all: 'all three',
    grid: (segments) => `nine points, from the top a b c, d e f, g h i, with lines: ${segments}`,
    field: (row, column) => `row ${row} column ${column}`,
    holes: (fields) => `holes: ${fields.join(', ')}`,
    fold: {
      right: 'the left half is folded over the right half',
      left: 'the right half is folded over the left half',
      down: 'the upper half is folded over the lower half',
      up: 'the lower half is folded over the upper half',
    },
    punched: (field) => `hole: ${field}`,
  },
  te: {
    directions: {
      ...{ n: 'పైకి', ne: 'పైన కుడివైపు', e: 'కుడివైపు', se: 'కింద కుడివైపు' },
      ...{ s: 'కిందికి', sw: 'కింద ఎడమవైపు', w: 'ఎడమవైపు', nw: 'పైన ఎడమవైపు' },
    },
    centre: 'మధ్యలో',
    missing: 'ప్రశ్నార్థకం',
    open: 'ఖాళీ',
    filled: 'నిండిన',
    shapes: {
      ...{ circle: 'వృత్తం', triangle: 'త్రిభుజం', square: 'చతురస్రం' },
      ...{ pentagon: 'పంచభుజి', hexagon: 'షడ్భుజి' },
    },
    arrow: (to) => `బాణం: ${to}`,
    line: (to) => `మధ్య నుంచి గీత: ${to}`,
    flag: (to, isLeft) => `జెండా కర్ర: ${to}; గుడ్డ కర్రకు ${isLeft ? 'ఎడమ' : 'కుడి'} పక్కన`,
    quarter: (at) => `వృత్తం; అందులో నల్లని పావు భాగం: ${at}`,
    half: (at) => `వృత్తం; అందులో నల్లని సగం: ${at}`,
    dot: (at, kind) => `${kind} చుక్క: ${at}`,
    strokes: (count) => `${count} నిలువు గీతలు`,
    text: {
      mirror: (letters) => `${letters}: మొత్తం ఎడమ–కుడి తిరగబడింది`,
      water: (letters) => `${letters}: మొత్తం తలకిందులైంది`,
      turn: (letters) => `${letters}: మొత్తం అర చుట్టు తిరిగింది`,
    },
    textInOrder: {
      mirror: (letters) => `${letters}: ప్రతి అక్షరం ఉన్న చోటే ఎడమ–కుడి తిరగబడింది`,
      water: (letters) => `${letters}: ప్రతి అక్షరం ఉన్న చోటే తలకిందులైంది`,
      turn: (letters) => `${letters}: ప్రతి అక్షరం ఉన్న చోటే అర చుట్టు తిరిగింది`,
    },
    die: 'పాచిక',
    faces: ({ top, front, right }) => `పైన ${top}, ఎడమ ముఖం ${front}, కుడి ముఖం ${right}`,
    venn: {
      nested: 'ఒకదానిలో ఒకటిగా మూడు వృత్తాలు',
      apart: 'ఒకదానినొకటి తాకని మూడు వృత్తాలు',
      'two-in-one': 'పెద్ద వృత్తంలో ఒకదానినొకటి తాకని రెండు వృత్తాలు',
      'overlap-in-one': 'పెద్ద వృత్తంలో ఒకదానినొకటి ఖండించే రెండు వృత్తాలు',
      'one-in-one-apart': 'ఒక వృత్తంలో మరొకటి; మూడోది విడిగా',
      'overlap-apart': 'ఒకదానినొకటి ఖండించే రెండు వృత్తాలు; మూడోది విడిగా',
      'one-in-one-crossed': 'ఒక వృత్తంలో మరొకటి; మూడోది రెండింటినీ ఖండిస్తుంది',
      'all-overlap': 'ఒకదానినొకటి ఖండించే మూడు వృత్తాలు',
      chain: 'మధ్య వృత్తం రెండు పక్కల వృత్తాలనూ ఖండిస్తుంది; ఆ రెండూ తాకవు',
      'two-in-one-crossed': 'ఒక వృత్తంలో మరొకటి; మూడోది బయటి దానినే ఖండిస్తుంది',
    },
    only: (name) => `${name} మాత్రమే`,
    both: (one, other) => `${one}, ${other} మాత్రమే`,
    all: 'మూడూ',
    grid: (segments) => `పై నుంచి a b c, d e f, g h i అనే 9 బిందువుల మధ్య గీతలు: ${segments}`,
    field: (row, column) => `అడ్డు వరుస ${row} నిలువు వరుస ${column}`,
    holes: (fields) => `రంధ్రాలు: ${fields.join(', ')}`,
    fold: {
      right: 'ఎడమ సగాన్ని కుడి సగంపైకి మడిచారు',
      left: 'కుడి సగాన్ని ఎడమ సగంపైకి మడిచారు',
      down: 'పై సగాన్ని కింది సగంపైకి మడిచారు',
      up: 'కింది సగాన్ని పై సగంపైకి మడిచారు',
    },
    punched: (field) => `రంధ్రం: ${field}`,
  },
}
