/** The named characters of HTML 4, the Latin letters and signs of HTML 5 among them: a code, then
 *  the names of it and of the codes that follow. The other 2,000 names of HTML 5 are of mathematics
 *  and ligatures; a text with one of them keeps it as it is written. */
const names =
  '9 Tab NewLine 33 excl quot num dollar percnt amp apos lpar rpar ast plus comma 46 period ' +
  'sol 58 colon semi lt equals gt quest commat 91 lbrack bsol rbrack Hat lowbar grave 123 ' +
  'lbrace vert rbrace 160 nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo ' +
  'not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo ' +
  'frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave ' +
  'Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml ' +
  'times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml ' +
  'aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve ' +
  'oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml 338 ' +
  'OElig oelig 352 Scaron scaron 376 Yuml 402 fnof 710 circ 732 tilde 913 Alpha Beta Gamma ' +
  'Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho 931 Sigma Tau ' +
  'Upsilon Phi Chi Psi Omega 945 alpha beta gamma delta epsilon zeta eta theta iota kappa ' +
  'lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega 977 thetasym ' +
  'upsih 982 piv 8194 ensp emsp 8201 thinsp 8204 zwnj zwj lrm rlm hyphen 8211 ndash mdash ' +
  'horbar 8216 lsquo rsquo sbquo 8220 ldquo rdquo bdquo 8224 dagger Dagger bull 8230 hellip ' +
  '8240 permil 8242 prime Prime 8249 lsaquo rsaquo 8254 oline 8260 frasl 8364 euro 8465 ' +
  'image 8472 weierp 8476 real 8482 trade 8501 alefsym 8531 frac13 frac23 frac15 8539 ' +
  'frac18 8592 larr uarr rarr darr harr 8629 crarr 8656 lArr uArr rArr dArr hArr 8704 ' +
  'forall 8706 part exist 8709 empty 8711 nabla isin notin 8715 ni 8719 prod 8721 sum minus ' +
  '8727 lowast 8730 radic 8733 prop infin 8736 ang 8743 and or cap cup int 8756 there4 8764 ' +
  'sim 8773 cong 8776 asymp 8800 ne equiv 8804 le ge 8834 sub sup nsub 8838 sube supe 8853 ' +
  'oplus 8855 otimes 8869 perp 8901 sdot 8968 lceil rceil lfloor rfloor 9674 ' +
  'loz 9733 starf star 9742 phone 9792 female 9794 male 9824 spades 9827 clubs 9829 hearts ' +
  'diams 10003 check 10007 cross 10216 lang rang 189 half'

let charactersByName: Map<string, string> | null = null

/** Made at the first text that has one. */
function namedCharacters(): Map<string, string> {
  if (charactersByName) return charactersByName
  charactersByName = new Map()
  let code = 0
  for (const word of names.split(' '))
    if (/^\d+$/.test(word)) code = Number(word)
    else charactersByName.set(word, String.fromCodePoint(code++))
  // A space that does not break is what editors of HTML write for any second space.
  charactersByName.set('nbsp', ' ')
  return charactersByName
}

/** What browsers show for the numbers 128 to 159: they are those of Windows-1252 (HTML standard,
 *  "numeric character reference end state"). */
const windows1252 = '€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd' + '\ufffd‘’“”•–—˜™š›œ\ufffdžŸ'

const reference = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,9}));/gi

/** A text with its character references of HTML as the characters that they name: '&le;', '&#8377;'
 *  and '&#x20b9;' become '≤', '₹' and '₹'. One that names no character stays.
 *  Cost: linear. */
export const decodeHtmlEntities = (text: string): string =>
  text.replace(reference, (found: string, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) {
      const characters = namedCharacters()
      return characters.get(name) ?? characters.get(name.toLowerCase()) ?? found
    }
    const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal)
    if (code >= 128 && code <= 159) return windows1252[code - 128] ?? found
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : found
  })

/** A text in which `decodeHtmlEntities` finds nothing that was not in it before. */
export const protectHtmlEntities = (text: string): string =>
  text.replace(reference, (found) => `&amp;${found.slice(1)}`)
