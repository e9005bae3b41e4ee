import { translationFor, type Locale, type Translations } from './locale.ts'

type Names = Translations<string>

/** The states and union territories of India by their GST codes, in the order of the codes, with
 *  the names that the returns use as `en`. Source: GSTN, list of state codes. 25 was merged into
 *  26, and 28 was Andhra Pradesh before 2014. */
const states: Readonly<Record<string, Names>> = {
  '01': { en: 'Jammu and Kashmir', kn: 'ಜಮ್ಮು ಮತ್ತು ಕಾಶ್ಮೀರ', te: 'జమ్మూ కాశ్మీర్' },
  '02': { en: 'Himachal Pradesh', kn: 'ಹಿಮಾಚಲ ಪ್ರದೇಶ', te: 'హిమాచల్ ప్రదేశ్' },
  '03': { en: 'Punjab', kn: 'ಪಂಜಾಬ್', te: 'పంజాబ్' },
  '04': { en: 'Chandigarh', kn: 'ಚಂಡೀಗಢ', te: 'చండీగఢ్' },
  '05': { en: 'Uttarakhand', kn: 'ಉತ್ತರಾಖಂಡ', te: 'ఉత్తరాఖండ్' },
  '06': { en: 'Haryana', kn: 'ಹರಿಯಾಣ', te: 'హర్యానా' },
  '07': { en: 'Delhi', kn: 'ದೆಹಲಿ', te: 'ఢిల్లీ' },
  '08': { en: 'Rajasthan', kn: 'ರಾಜಸ್ಥಾನ', te: 'రాజస్థాన్' },
  '09': { en: 'Uttar Pradesh', kn: 'ಉತ್ತರ ಪ್ರದೇಶ', te: 'ఉత్తర ప్రదేశ్' },
  10: { en: 'Bihar', kn: 'ಬಿಹಾರ', te: 'బీహార్' },
  11: { en: 'Sikkim', kn: 'ಸಿಕ್ಕಿಂ', te: 'సిక్కిం' },
  12: { en: 'Arunachal Pradesh', kn: 'ಅರುಣಾಚಲ ಪ್ರದೇಶ', te: 'అరుణాచల్ ప్రదేశ్' },
  13: { en: 'Nagaland', kn: 'ನಾಗಾಲ್ಯಾಂಡ್', te: 'నాగాలాండ్' },
  14: { en: 'Manipur', kn: 'ಮಣಿಪುರ', te: 'మణిపూర్' },
  15: { en: 'Mizoram', kn: 'ಮಿಜೋರಾಂ', te: 'మిజోరాం' },
  16: { en: 'Tripura', kn: 'ತ್ರಿಪುರಾ', te: 'త్రిపుర' },
  17: { en: 'Meghalaya', kn: 'ಮೇಘಾಲಯ', te: 'మేఘాలయ' },
  18: { en: 'Assam', kn: 'ಅಸ್ಸಾಂ', te: 'అస్సాం' },
  19: { en: 'West Bengal', kn: 'ಪಶ್ಚಿಮ ಬಂಗಾಳ', te: 'పశ్చిమ బెంగాల్' },
  20: { en: 'Jharkhand', kn: 'ಜಾರ್ಖಂಡ್', te: 'జార్ఖండ్' },
  21: { en: 'Odisha', kn: 'ಒಡಿಶಾ', te: 'ఒడిశా' },
  22: { en: 'Chhattisgarh', kn: 'ಛತ್ತೀಸಗಢ', te: 'ఛత్తీస్‌గఢ్' },
  23: { en: 'Madhya Pradesh', kn: 'ಮಧ್ಯ ಪ್ರದೇಶ', te: 'మధ్య ప్రదేశ్' },
  24: { en: 'Gujarat', kn: 'ಗುಜರಾತ್', te: 'గుజరాత్' },
  26: {
    en: 'Dadra and Nagar Haveli and Daman and Diu',
    kn: 'ದಾದ್ರಾ ಮತ್ತು ನಗರ್ ಹವೇಲಿ ಹಾಗೂ ದಮನ್ ಮತ್ತು ದಿಯು',
    te: 'దాద్రా నగర్ హవేలీ, డామన్ డయ్యూ',
  },
  27: { en: 'Maharashtra', kn: 'ಮಹಾರಾಷ್ಟ್ರ', te: 'మహారాష్ట్ర' },
  29: { en: 'Karnataka', kn: 'ಕರ್ನಾಟಕ', te: 'కర్ణాటక' },
  30: { en: 'Goa', kn: 'ಗೋವಾ', te: 'గోవా' },
  31: { en: 'Lakshadweep', kn: 'ಲಕ್ಷದ್ವೀಪ', te: 'లక్షద్వీప్' },
  32: { en: 'Kerala', kn: 'ಕೇರಳ', te: 'కేరళ' },
  33: { en: 'Tamil Nadu', kn: 'ತಮಿಳುನಾಡು', te: 'తమిళనాడు' },
  34: { en: 'Puducherry', kn: 'ಪುದುಚೇರಿ', te: 'పుదుచ్చేరి' },
  35: {
    en: 'Andaman and Nicobar Islands',
    kn: 'ಅಂಡಮಾನ್ ಮತ್ತು ನಿಕೋಬಾರ್ ದ್ವೀಪಗಳು',
    te: 'అండమాన్ నికోబార్ దీవులు',
  },
  36: { en: 'Telangana', kn: 'ತೆಲಂಗಾಣ', te: 'తెలంగాణ' },
  37: { en: 'Andhra Pradesh', kn: 'ಆಂಧ್ರ ಪ್ರದೇಶ', te: 'ఆంధ్రప్రదేశ్' },
  38: { en: 'Ladakh', kn: 'ಲಡಾಖ್', te: 'లడఖ్' },
  97: { en: 'Other Territory', kn: 'ಇತರ ಪ್ರದೇಶ', te: 'ఇతర ప్రాంతం' },
}

/** The waters beyond the states, where a seller may be registered and no payer lives. */
const otherTerritory = '97'

/** The place of supply of an export. */
export const otherCountry = '96'
const otherCountryNames: Names = { en: 'Other Countries', kn: 'ಬೇರೆ ದೇಶ', te: 'ఇతర దేశం' }

/** Union territories without a legislature, whose half of the tax is called UTGST. */
const withoutLegislature = ['04', '26', '31', '35', '38', otherTerritory]

/** The codes that a payer can choose, in their order. */
export const gstStateCodes: readonly string[] = Object.keys(states)
  .filter((code) => code !== otherTerritory)
  .sort()

/** Whether a GSTIN can begin with this code. */
export const isGstState = (code: string): boolean => Object.hasOwn(states, code)

export const isUtgstState = (code: string): boolean => withoutLegislature.includes(code)

/** The name of a place of supply in the reader's language, or in the first of its fallbacks that
 *  has one; the code itself for an unknown code. */
export function placeOfSupplyName(code: string, locale: Locale): string {
  const names = code === otherCountry ? otherCountryNames : states[code]
  return names ? translationFor(names, locale) : code
}
