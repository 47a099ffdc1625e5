import type { Texts } from '../en/index.ts';

export const signIn: Texts['signIn'] = {
  title: 'Anmelden',
  lead: 'E-Mails und Aufrufe aus den Workflows Ihres Shops, an einem Ort.',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  submit: 'Anmelden',
  or: 'oder',
  withPasskey: 'Mit Passkey anmelden',
  passkeyStopped:
    'Der Passkey wurde nicht verwendet. Versuchen Sie es noch einmal, oder melden Sie sich mit Ihrem Passwort an.',
  forgot: 'Passwort vergessen?',
  again: 'Ihre Sitzung ist abgelaufen',
  againLead:
    'Melden Sie sich wieder an, um weiterzumachen. Nichts von dem, was Sie geschrieben haben, geht verloren.',
  asSomebodyElse: 'Als jemand anderes anmelden',
  noAccount: 'Noch kein Konto?',
  toSignUp: 'Konto anlegen',
  signUpTitle: 'Konto anlegen',
  yourName: 'Ihr Name',
  passwordHint: 'Mindestens 12 Zeichen. Ein Satz ist ein gutes Passwort.',
  passwordShort: 'Mindestens 12 Zeichen',
  signUp: 'Konto anlegen',
  haveAccount: 'Sie haben schon ein Konto?',
  toSignIn: 'Anmelden',
  forgotTitle: 'Passwort zurücksetzen',
  forgotLead: 'Nennen Sie uns die Adresse Ihres Kontos; wir schicken Ihnen einen Link.',
  sendLink: 'Link schicken',
  linkSent: 'Sehen Sie in Ihr Postfach',
  linkSentHint: 'Wenn es ein Konto mit dieser Adresse gibt, ist ein Link unterwegs. Er gilt einen Tag.',
  noMails:
    'Diese Installation verschickt keine E-Mails. Bitten Sie ihren Betreiber um einen Link für ein neues Passwort (outstep user reset-password).',
  backToSignIn: 'Zurück zur Anmeldung',
  resetTitle: 'Neues Passwort wählen',
  newPassword: 'Neues Passwort',
  setPassword: 'Passwort setzen',
  passwordSet: 'Ihr Passwort ist gesetzt. Melden Sie sich damit an.',
  linkBroken: 'Dieser Link ist verbraucht oder zu alt',
  linkBrokenHint: 'Fordern Sie einen neuen an; nur der neueste gilt.',
  newLink: 'Neuen Link anfordern',
  invitationTitle: (store) => `${store} beitreten`,
  invitationLead: (inviter, role) => `${inviter} hat Sie mit der Rolle „${role}“ eingeladen.`,
  invitationFor: (email) => `Die Einladung gilt für ${email}.`,
  join: 'Dem Shop beitreten',
  invitationOther: (email) =>
    `Sie sind als ${email} angemeldet. Melden Sie sich ab, um die Einladung mit der Adresse anzunehmen, für die sie gilt.`,
  invitationBroken: 'Diese Einladung ist ungültig',
  invitationBrokenHint:
    'Vielleicht ist sie verbraucht, zurückgezogen oder älter als sieben Tage. Bitten Sie um eine neue.',
  accountMailed:
    'Wenn die Adresse Ihre ist, ist ein Link dorthin unterwegs, mit dem Sie Ihr Passwort setzen. Er gilt einen Tag.',
  invitedOnly:
    'Neue Konten brauchen hier eine Einladung. Folgen Sie dem Link darin, oder fragen Sie einen Inhaber Ihres Shops danach.',
  setupLead: 'Hier hat noch niemand ein Konto. Ihres wird das erste.',
  setupCode: 'Einrichtungscode',
  setupCodeHint: 'Der Server gibt ihn beim Start aus; auch der Befehl outstep setup-code zeigt ihn.',
};
