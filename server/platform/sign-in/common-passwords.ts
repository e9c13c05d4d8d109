import { messages } from '#contract/messages/messages.ts';
import { invalidField } from '../http/problem.ts';

/** Passwords that attackers try first, in lower case, without those shorter than the minimum. */
const common = new Set(
  `
  123456 1234567 12345678 123456789 1234567890 12345678910 0123456789 987654321 9876543210 87654321 7654321 654321
  111111 1111111 11111111 111111111 000000 0000000 00000000 222222 333333 444444 555555 5555555 666666 6666666
  777777 7777777 88888888 888888 999999 99999999 121212 12121212 112233 11223344 1122334455 123123 123123123
  123321 123654 123456a 123456q 123qwe 123abc 12345a 12345q 1234abcd 1234qwer 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx
  1qazxsw2 131313 134679 147258 147258369 159357 159753 159951 232323 252525 258456 456789 456123 567890 741852963
  789456 789456123 963852741 696969 101010 100000 102030 qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwerty12345
  qwertyui qwertyuiop qwert123 qwer1234 qweasd qweasdzxc qwe123 qazwsx qazwsxedc qazxsw q1w2e3 q1w2e3r4 q1w2e3r4t5
  asdfgh asdfghj asdfghjk asdfghjkl asdasd asd123 asdf1234 zxcvbn zxcvbnm zxcvbnm123 zaq12wsx azerty azertyuiop
  abc123 abcd1234 abcdef abcdefg abcdefgh abcdefg1 abc12345 abc123456 aaaaaa aaaaaaaa a123456 a12345678 a123456789
  a1b2c3 a1b2c3d4 aa123456 aa12345678 password password! password1 password1! password12 password123 password1234
  passw0rd passw0rd1 p@ssword p@ssw0rd p@ssw0rd1 p@55w0rd pass123 pass1234 password01 password2 password3 passport
  passwords mypassword newpassword nopassword thepassword yourpassword changeme changeme1 changeme123 letmein
  letmein1 letmein123 letmein! welcome welcome1 welcome12 welcome123 welcome! login123 admin1 admin123 admin1234
  administrator adminadmin root123 toor123 rootroot guest123 default test123 test1234 testing testing1 testing123
  testtest tester user123 username secret secret1 secret123 master master123 superman superman1 batman batman1
  spiderman pokemon pokemon1 pikachu naruto starwars starwars1 matrix dragon dragon1 monkey monkey1 monkey123
  tigger tigger1 turtle butterfly flower flower1 flowers sunshine sunshine1 summer summer1 winter spring autumn
  rainbow princess princess1 prince angel1 angels angel123 babygirl babygirl1 baby123 lovely lovers loveme
  loveyou iloveyou iloveyou1 iloveyou2 iloveyou! ilovegod jesus1 jesuschrist blessed heaven faith1 family family1
  mother father sister brother daniel daniel1 michael michael1 michelle jessica jessica1 jordan jordan23 jennifer
  joshua andrew andrea anthony ashley ashley1 amanda charlie charlie1 chelsea chelsea1 thomas thomas1 robert
  william matthew nicole hannah justin maggie george samantha samsung samsung1 alexander football football1
  baseball baseball1 basketball hockey soccer soccer1 liverpool liverpool1 arsenal barcelona realmadrid cowboys
  yankees lakers eagles steelers mustang mustang1 corvette ferrari mercedes harley porsche yamaha computer
  computer1 internet google google1 google123 facebook facebook1 microsoft windows windows1 apple123 android
  killer hunter hunter2 ranger shadow shadow1 silver golden diamond phoenix thunder ginger pepper cookie cookies
  chocolate banana orange purple yellow freedom freedom1 whatever whatever1 trustno1 access access14 blahblah
  asshole fuckyou fuckyou1 fuckoff pussy1 lol123 hello1 hello123 hello1234 hellohello helloworld goodbye
  `
    .split(/\s+/)
    .filter(Boolean),
);

/** Refuses a password that would be guessed within a few hundred tries. @throws INVALID */
export function assertUncommonPassword(password: string): void {
  if (!isCommon(password)) return;
  const text = messages.invalid.password;
  throw invalidField('password', text);
}

function isCommon(password: string): boolean {
  return common.has(password.normalize('NFKC').toLowerCase());
}
