import type { Translations } from './question.ts'

/** A person's name as a subject, and in the dative case. */
export type Person = { name: Translations; to: Translations }

const person = (kn: string, knTo: string, te: string, teTo: string, en: string): Person => ({
  name: { kn, te, en },
  to: { kn: knTo, te: teTo, en },
})

export const people: readonly Person[] = [
  person('ರವಿ', 'ರವಿಗೆ', 'రవి', 'రవికి', 'Ravi'),
  person('ಗೀತಾ', 'ಗೀತಾಗೆ', 'గీత', 'గీతకు', 'Geetha'),
  person('ಸುರೇಶ್', 'ಸುರೇಶ್‌ಗೆ', 'సురేశ్', 'సురేశ్‌కు', 'Suresh'),
  person('ಲಕ್ಷ್ಮಿ', 'ಲಕ್ಷ್ಮಿಗೆ', 'లక్ష్మి', 'లక్ష్మికి', 'Lakshmi'),
  person('ಅನಿಲ್', 'ಅನಿಲ್‌ಗೆ', 'అనిల్', 'అనిల్‌కు', 'Anil'),
  person('ಕವಿತಾ', 'ಕವಿತಾಗೆ', 'కవిత', 'కవితకు', 'Kavitha'),
  person('ನಾಗೇಶ್', 'ನಾಗೇಶ್‌ಗೆ', 'నాగేశ్', 'నాగేశ్‌కు', 'Nagesh'),
  person('ಸುಮಾ', 'ಸುಮಾಗೆ', 'సుమ', 'సుమకు', 'Suma'),
]
