import type { Translations } from './question.ts'

/** `way`: 'towards the north'; `object`: the name in the accusative case. */
type Direction = { name: Translations; way: Translations; object: Translations }

const direction = (kn: string, te: string, teObject: string, en: string): Direction => ({
  name: { kn, te, en: en.charAt(0).toUpperCase() + en.slice(1) },
  way: { kn: `${kn}ಕ್ಕೆ`, te: `${te} వైపు`, en },
  object: { kn: `${kn}ವನ್ನು`, te: teObject, en },
})

/** Clockwise from north, in steps of 45 degrees. */
const compass: readonly Direction[] = [
  direction('ಉತ್ತರ', 'ఉత్తరం', 'ఉత్తరాన్ని', 'north'),
  direction('ಈಶಾನ್ಯ', 'ఈశాన్యం', 'ఈశాన్యాన్ని', 'north-east'),
  direction('ಪೂರ್ವ', 'తూర్పు', 'తూర్పును', 'east'),
  direction('ಆಗ್ನೇಯ', 'ఆగ్నేయం', 'ఆగ్నేయాన్ని', 'south-east'),
  direction('ದಕ್ಷಿಣ', 'దక్షిణం', 'దక్షిణాన్ని', 'south'),
  direction('ನೈಋತ್ಯ', 'నైరుతి', 'నైరుతిని', 'south-west'),
  direction('ಪಶ್ಚಿಮ', 'పడమర', 'పడమరను', 'west'),
  direction('ವಾಯವ್ಯ', 'వాయవ్యం', 'వాయవ్యాన్ని', 'north-west'),
]

/** The direction at so many eighths of a turn from north; any whole number. */
export const directionAt = (eighths: number) => compass[((eighths % 8) + 8) % 8]!
