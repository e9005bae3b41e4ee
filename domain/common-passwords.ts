/** The most common passwords of 8 characters or more, lower case: the first thousand of
 *  zxcvbn-ts's list (MIT, © Dan Wheeler, Dropbox and zxcvbn-ts), and some of India. About 10 KB in
 *  each Worker; never sent to a browser. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
0.0.0.000 01011910 01011970 01011975 01011980 01011981 01011984 01011985 01011986 01011987
01011988 01011989 01011990 01011991 01011992 01011993 01012000 01012001 01012010 01012011
01091989 02071982 02071986 03082006 10203040 1029384756 11111111 11112222 111222333 11223344
1122334455 11235813 1123581321 12131415 12301230 12312312 1232323q 123321123 12344321
123454321 1234554321 123456654321 12345678 123456789 1234567890 1234567890q 12345678910
123456789a 123456789q 123456789z 12345678a 12345678q 12345679 1234567a 1234567q 123456aa
123456qwerty 12345qwe 12345qwert 1234abcd 1234qwer 123654789 12369874 123698745 123789456
123qwe123 123qweasd 123qweasdzxc 123qwerty 12qw34er 12qwaszx 13243546 135792468 14725836
147258369 147852369 14789632 147896325 15426378 18436572 192837465 19411945 1a2b3c4d 1passwor
1q2w3e4r 1q2w3e4r5 1q2w3e4r5t 1q2w3e4r5t6y 1qa2ws3ed 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1x2zkg8w
21122112 25802580 31415926 321654987 4815162342 51505150 73501505 741852963 78945612 789456123
8j4ye3uz 963852741 a1234567 a123456789 a1b2c3d4 a1s2d3f4 aardvark abc12345 abcd1234 abcd@123
abcd@1234 aberdeen abhyasa1 abhyasa123 access14 achilles adgjmptw admin@123 adrienne agent007
airborne airforce airplane albatros alejandr aleksandr aleksandra alexande alexander alexandr
alexandra alliance alphabet america1 american amsterda amsterdam anaconda anastasia anderson
andhrapradesh andromeda angelica angelina anhyeuem anthony1 anything apollo13 apple123
applepie appsc123 aquarius arsenal1 asdf1234 asdfasdf asdfghjk asdfghjkl aspirine assassin
atlantic atlantis attitude australi australia avalanch azsxdcfv babyblue babydoll babyface
babygirl babylon5 backdoor balloons bangalore bangalore1 bangbang barcelon barcelona barefoot
baseball basketba basketball bearbear beatrice beautifu beautiful beefcake beerbeer bengaluru
benjamin bharat123 bigballs bigdaddy bigmoney billybob billyboy birthday blackbir blackcat
blackdog blackhaw blackjac blackjack blackman blahblah blessing blink182 blizzard bluebird
blueblue blueeyes bluemoon bobafett bollocks bonehead bookworm boomboom bradford brandon1
brewster brighton brittany broadway brooklyn brothers brucelee buckeyes buckshot budlight
budweise bulldog1 bulldogs bullseye bunghole business butterfl butterfly butthead butthole
cadillac caliente californ california caligula callaway cambiami campbell canadian candyman
cardinal carolina caroline casanova catalina catherin catherine cavalier cdtnkfyf cerberus
cfitymrf chainsaw champion chandler changeme chargers charlene charles1 charlie1 charlott
charlotte charlton chelsea1 chemical cherokee chester1 chevelle chevrole cheyenne chicago1
chicken1 chickens children chocolat chocolate chrisbln christia christian christie christin
christina christine christmas christop christopher chuckles cinnamon cjkysirj clarence
clarinet clevelan clifford clitoris cocacola colombia colorado coltrane columbia columbus
commando computer concrete confused consumer cooldude corvette cosworth courtney cowboys1
crawford crazybab creampie creative cristina crjhgbjy crusader crystal1 danielle dannyboy
darkness darkside darkstar davidson dbrnjhbz deadhead december deepthroat deeznuts deeznutz
defender deftones designer devildog dfktynbyf diamond1 diamonds dietcoke digital1 dilligaf
dingdong dinosaur director discover dkflbckfd dkflbvbh doberman dodgeram doghouse dolphins
doughboy downtown drowssap drpepper dthjybrf dutchess eastside einstein ekaterina electric
elephant elizabet elizabeth emmanuel engineer enterpri enterprise ericsson eternity exam1234
excalibu explorer february federico fernando ferrari1 fireball firebird fishing1 fktrcfylh
fktrcfylhf flamingo fletcher florence florida1 flounder football football1 fordf150 formula1
francesc francois franklin freckles frederic fredfred freedom1 freepass freeuser front242
frontier function fyfcnfcbz gabriell gandalf1 ganesh123 gangbang gangster garfield gargoyle
gateway1 geronimo gesperrt getmoney gfhjkm123 ghbdtnbr ghjcnjnfr giovanni giuseppe gladiator
gn56gn56 godfathe godfather godsmack godzilla goldberg goldfish goldstar goldwing golfball
golfgolf goodluck goodtime gordon24 gotohell grateful greatone greenbay greenday gretchen
guardian guinness halflife hamilton handsome handyman hannibal hanuman123 happy123 happyday
hardcore hardrock harrison hastings hawaiian hawkeyes hayabusa heather1 hedgehog heineken
hellfire hello123 hellyeah hercules highland hollywoo hollywood hongkong hoosiers hotstuff
hurrican hyderabad hyperion icecream idontkno idontknow ihateyou illusion iloveyou iloveyou1
immortal imperial india123 india1234 india@123 infantry infiniti infinity internet intrepid
intruder isabella isabelle jackson1 jaihind1 jaishreeram jaishriram james007 jamesbon
jamesbond japanese jasmine1 jeanette jennifer jeremiah jessica1 johannes johnjohn jonathan
jordan23 juliette justdoit juventus kamikaze kangaroo kannada123 karnataka karnataka1
karnataka123 karolina katerina kathleen kawasaki kcj9wx5n kentucky kenworth keyboard keystone
killbill kimberly kingfish kingkong kingston kittycat knickers kpsc1234 krishna1 krishna123
kristina kristine labrador lacrosse lakshmi123 lancelot lasvegas lawrence leavemealone
leonardo lesbians letmein1 letmein2 lifehack lifetime lightnin lightning lineage2 lionking
lisalisa liverpoo liverpool logitech lokomotiv lollipop lonestar lonewolf longhorn lorraine
lovelove loverboy lowrider luckydog macdaddy madeline madison1 magicman magnolia
mailcreated5240 majestic makaveli mamapapa manchest manchester mandingo maradona marathon
margaret margarita marianne mariners marino13 marlboro marshall martinez maryjane maryland
matthew1 maverick mazafaka meatball meathead meatloaf mechanic medicine megadeth megapass
megatron melissa1 meowmeow mercedes meredith meridian mersedes metallic metallica michael1
michaela michelle michigan microlab microsof microsoft midnight mikemike military minecraft
mistress mitchell mohammed monalisa moneyman mongoose monopoly monster1 montgom240 montreal
moonlight morpheus morrison mortgage mortimer mother123 motherlode motorola mountain
multiplelo munchkin murugan1 mushroom musicman mustang1 mustangs napoleon nathalie national
ncc1701a ncc1701d ncc1701e nebraska newcastl newyork1 nicholas nintendo nokia6300 november
nuttertools nwo4life oblivion oklahoma omnamahshivaya operator original overkill overlord
p0015123 pa55w0rd pa55word packers1 paintbal paintball pakistan panasoni panasonic panther1
panthers pantyhos paradise pass1234 pass@123 passpass passport passw0rd passwor1 password
password1 password123 password2 password@1 password@123 passwords passwort patricia patrick1
patriots pavilion pearljam peekaboo penelope penguins penthous personal peterpan peterson
philippe phillies phillips phoenix1 pianoman pineappl pingpong pinkfloy platinum playtime
pleasure plymouth pokemon1 polniypizdec0211 poohbear poontang pooppoop porkchop porsche9
portland portugal poseidon positive precious predator presario princess punisher punkrock
q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qawsedrf qazwsx12 qazwsx123 qazwsxed qazwsxedc qazwsxedcrfv
qazxswedc qweasdzxc qwer1234 qwerasdf qwert123 qwerty12 qwerty123 qwerty1234 qwerty12345
qwerty123456 qwertyui qwertyuio qwertyuiop r2d2c3po ragnarok raiders1 railroad raistlin
ramakrishna rammstein rangers1 rasputin rastaman realmadrid rebecca1 recovery redalert
redskins redwings remember renegade research resident rfnthbyf rhbcnbyf rhfcjnrf rhiannon
richard1 richards richmond rightnow rjirfrgbde rjycnfynby roadkill roadking roadrunn robinson
robotech rockford rockhard rockstar rolltide romashka rootbeer rosemary runescape rush2112
saibaba1 sailboat sairam123 salamander salvador samantha samsung1 sandiego santiago sapphire
saratoga satan666 saturday savannah scarface scarlett scoobydo scooter1 scorpion scotland
seahawks sebastia sebastian security seinfeld seminole semperfi sentinel septembe september
serenity sersolution shamrock shaney14 shannon1 sherlock sherwood shivashiva shopping showtime
simpsons sinclair sithlord skittles skorpion skywalke skywalker slapshot slipknot smeghead
sneakers snickers snoopdog snowball snowboar snuggles socrates softball software sojdlg123aljg
solution somethin something soso123aljg southern southpark spaceman spanking spartans spectrum
spiderma spiderman spitfire splinter spongebob springer squirrel srinivas stallion standard
starbuck starcraft stardust starfire starfish stargate starship startrek starwars steelers
stephani stephanie sterling stingray stocking stonecol stranger stripper sundance sunflowe
sunnyday sunshine super123 superfly superman superman1 supersta superstar svetlana sweetpea
swimming swingers swordfis swordfish syncmaster syracuse tacobell talisman tarheels tazmania
technics teddybea telangana telugu123 terminal terminator terrapin test1234 test@123 testtest
thailand thanatos thankyou thegreat theodore thirteen thompson thuglife thunder1 thursday
tiberius tiffany1 tinkerbell titanium titleist together tommyboy tomorrow tottenha translator
traveler treasure trfnthbyf triangle trinidad trombone truelove trustno1 tunafish turkey50
twilight ultimate umbrella underdog undertaker universe vacation valencia valentin valentina
valhalla valkyrie vanhalen vao12345 venkatesh verbatim veronica veronika vfhufhbnf vfrcbvrf
vfvfgfgf victoria viewsonic viktoria virginia vkontakte vladimir vladislav warcraft wareagle
warhammer warriors waterloo webmaster welcome1 welcome@123 werewolf westside westwood whatever
whiskers whitesox whocares wildcats wildfire william1 williams winston1 wolfgang wolfpack
wolverin wolverine woofwoof wordpass wrangler wrestlin wrestling wrinkle1 yankees1 yosemite
zaq12wsx zaq1xsw2 zeppelin zerocool zxasqw12 zxcasdqwe zxcv1234 zxcvbnm1
`
    .trim()
    .split(/\s+/),
)
