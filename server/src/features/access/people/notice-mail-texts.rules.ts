import type { MailLanguage } from '../../../kernel/mail-language.ts';

/** Events in a store, sent to its owners and to the person concerned. */
const inStoreEn = {
  create_key: 'An API key was created for one of your stores.',
  rotate_key: 'An API key of one of your stores was rotated.',
  set_key_level: 'The access level of an API key of one of your stores was changed.',
  set_key_addresses: 'The allowed IP addresses of an API key of one of your stores were changed.',
  set_key_recipient_search: 'Whether an API key of one of your stores can search by recipient was changed.',
  create_platform_secret: 'A signing secret for a workflow platform was created for one of your stores.',
  change_member_role: 'The role of a team member in one of your stores was changed.',
  remove_member: 'A team member was removed from one of your stores.',
  create_user: 'The operator gave someone access to one of your stores.',
  accept_invitation: 'Someone accepted an invitation to one of your stores.',
};

/** About the person's sign-in settings. */
const ofPersonEn = {
  sign_in: 'Someone signed in to your account from a new browser.',
  change_password: 'Your password was changed.',
  set_password_by_link:
    'Your password was set with a reset link. All devices were signed out and all passkeys removed.',
  reset_password: 'A password reset link was created for your account.',
  add_passkey: 'A passkey was added to your account.',
  delete_passkey: 'A passkey was removed from your account.',
  enable_second_factor: 'Two-factor authentication was turned on for your account.',
  disable_second_factor: 'Two-factor authentication was turned off for your account.',
  remove_second_factor: 'Two-factor authentication was removed from your account.',
  new_recovery_codes: 'New recovery codes were created for your account. Your old codes no longer work.',
  use_recovery_code: 'A recovery code was used to sign in to your account.',
  second_factor_failed:
    'Someone entered your password and then an incorrect code. If this was not you, they know your password. Change it now.',
  take_over_account: 'Your email address was verified, and the account that uses it is now yours.',
};

export interface NoticeMailTexts {
  inStore: Readonly<Record<keyof typeof inStoreEn, string>>;
  ofPerson: Readonly<Record<keyof typeof ofPersonEn, string>>;
  subject: string;
  keyEndsSubject: string;
  keyEnds: string;
  keyPrefix: (prefix: string) => string;
  keyEnd: (time: string) => string;
  when: (time: string) => string;
  byOperator: string;
  address: (address: string) => string;
  agent: (agent: string) => string;
  /** Introduces the link to the audit log. */
  toAuditLog: string;
  /** Introduces the link to the account page. */
  toAccount: string;
  end: string;
}

const en: NoticeMailTexts = {
  inStore: inStoreEn,
  ofPerson: ofPersonEn,
  subject: 'Outstep: security notice',
  keyEndsSubject: 'Outstep: an API key expires soon',
  keyEnds:
    'An API key of one of your stores expires soon. Rotate it before then, or everything that uses it will lose access.',
  keyPrefix: (prefix) => `Key: ${prefix}`,
  keyEnd: (time) => `Expires: ${time}`,
  when: (time) => `When: ${time}`,
  byOperator: 'By: the operator of this service',
  address: (address) => `IP address: ${address}`,
  agent: (agent) => `Client: ${agent}`,
  toAuditLog: 'See who did it in the audit log of the store:',
  toAccount: 'If this was not you, change your password and sign out all other devices:',
  end: 'If you expected this, you do not need to do anything.',
};

const de: NoticeMailTexts = {
  inStore: {
    create_key: 'In einem Ihrer Shops wurde ein API-Schlüssel angelegt.',
    rotate_key: 'In einem Ihrer Shops wurde ein API-Schlüssel erneuert.',
    set_key_level: 'In einem Ihrer Shops wurde die Berechtigung eines API-Schlüssels geändert.',
    set_key_addresses: 'In einem Ihrer Shops wurden die erlaubten IP-Adressen eines API-Schlüssels geändert.',
    set_key_recipient_search: 'In einem Ihrer Shops wurde die Empfängersuche eines API-Schlüssels geändert.',
    create_platform_secret:
      'In einem Ihrer Shops wurde ein Signaturschlüssel für eine Workflow-Plattform angelegt.',
    change_member_role: 'In einem Ihrer Shops wurde die Rolle eines Mitglieds geändert.',
    remove_member: 'Ein Mitglied wurde aus einem Ihrer Shops entfernt.',
    create_user: 'Der Betreiber hat jemandem Zugang zu einem Ihrer Shops gegeben.',
    accept_invitation: 'Jemand hat eine Einladung zu einem Ihrer Shops angenommen.',
  },
  ofPerson: {
    sign_in: 'Jemand hat sich mit einem neuen Browser bei Ihrem Konto angemeldet.',
    change_password: 'Ihr Passwort wurde geändert.',
    set_password_by_link:
      'Ihr Passwort wurde über einen Link festgelegt. Alle Geräte wurden abgemeldet und alle Passkeys entfernt.',
    reset_password: 'Für Ihr Konto wurde ein Link zum Zurücksetzen des Passworts erstellt.',
    add_passkey: 'Zu Ihrem Konto wurde ein Passkey hinzugefügt.',
    delete_passkey: 'Aus Ihrem Konto wurde ein Passkey entfernt.',
    enable_second_factor: 'Für Ihr Konto wurde die Zwei-Faktor-Anmeldung aktiviert.',
    disable_second_factor: 'Für Ihr Konto wurde die Zwei-Faktor-Anmeldung deaktiviert.',
    remove_second_factor: 'Die Zwei-Faktor-Anmeldung wurde aus Ihrem Konto entfernt.',
    new_recovery_codes:
      'Für Ihr Konto wurden neue Wiederherstellungscodes erstellt. Die bisherigen Codes sind ungültig.',
    use_recovery_code: 'Mit einem Wiederherstellungscode hat sich jemand bei Ihrem Konto angemeldet.',
    second_factor_failed:
      'Jemand hat Ihr Passwort und danach einen falschen Code eingegeben. Falls Sie das nicht waren, kennt jemand Ihr Passwort. Ändern Sie es sofort.',
    take_over_account:
      'Ihre E-Mail-Adresse wurde bestätigt. Das Konto mit dieser Adresse gehört jetzt Ihnen.',
  },
  subject: 'Outstep: Sicherheitshinweis',
  keyEndsSubject: 'Outstep: Ein API-Schlüssel läuft bald ab',
  keyEnds:
    'Ein API-Schlüssel eines Ihrer Shops läuft bald ab. Erneuern Sie ihn rechtzeitig, sonst verlieren Programme, die ihn verwenden, den Zugriff.',
  keyPrefix: (prefix) => `Schlüssel: ${prefix}`,
  keyEnd: (time) => `Läuft ab: ${time}`,
  when: (time) => `Zeitpunkt: ${time}`,
  byOperator: 'Durch: den Betreiber dieses Dienstes',
  address: (address) => `IP-Adresse: ${address}`,
  agent: (agent) => `Browser oder Programm: ${agent}`,
  toAuditLog: 'Wer das war, sehen Sie im Aktivitätsprotokoll des Shops:',
  toAccount: 'Falls Sie das nicht waren, ändern Sie Ihr Passwort und melden Sie alle anderen Geräte ab:',
  end: 'Falls Sie das erwartet haben, müssen Sie nichts tun.',
};

export const noticeMailTexts: Readonly<Record<MailLanguage, NoticeMailTexts>> = { en, de };
