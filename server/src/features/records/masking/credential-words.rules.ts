/**
 * Words for credentials (passwords, PINs, codes, secrets, tokens, keys), by language, in their usual spelling. This is
 * the only list: requests, history, previews and error texts all read it through `credential-names.rules.ts`, which
 * compares names without case, diacritics and separators (contract: HTTP requests 16).
 */
export interface LanguageWords {
  /** Distinctive enough to count at the end of any compound: `Benutzerpasswort`, `db_contraseña`. */
  compound?: string;
  /** Short or common letters, which count only as whole words. */
  whole?: string;
  /** The same for credentials that consist of a few digits. */
  digits?: string;
  /** Words for a key, which count only next to one of `owners`: it might be a piano key. */
  keys?: string;
  owners?: string;
  /** Between a key and its owner. */
  joiners?: string;
}

const KEY_OWNERS = 'API, secret';

export const CREDENTIAL_WORDS: Readonly<Record<string, LanguageWords>> = {
  en: {
    compound:
      'password, passwords, passwd, passphrase, passcode, passkey, passwrd, access code, security code, login code, ' +
      'one-time code, verification code, secret code, credentials',
    whole: 'pwd, pw, psw, pswd, pword',
    digits: 'PIN, PIN code, PIN number, OTP, TOTP, OTP code, mTAN, SMS TAN, passcode, access code',
  },
  de: {
    compound:
      'Passwort, Passwörter, Passworts, Passwortes, Kennwort, Kennwörter, Kennworts, Losungswort, Zugangsdaten, ' +
      'Anmeldedaten, Logindaten, Zugangsinformationen, Anmeldeinformationen, Zugangskennung, Geheimnis, Geheimnisse, ' +
      'Zugangstoken, Zugriffstoken, Geheimtoken, Einmalcode, Bestätigungscode',
    whole: 'PWort, geheim',
    digits:
      'PIN-Code, PIN-Nummer, Geheimzahl, Geheimnummer, Geheim-PIN, Zugangscode, Zugriffscode, Sicherheitscode, ' +
      'Freischaltcode, Geheimcode, Einmalcode, Türcode, iTAN, smsTAN',
    keys: 'Schlüssel',
    owners:
      'API, Zugang, Zugangs, Zugriff, Zugriffs, Geheim, geheimer, privat, privater, Sicherheits, Signatur, Signier, ' +
      'Lizenz, Dienst, WLAN, Verschlüsselungs',
  },
  es: {
    compound:
      'contraseña, contraseñas, contrasenya, palabra de paso, frase de contraseña, credencial, credenciales, ' +
      'datos de acceso, datos de inicio de sesión, token de acceso',
    whole: 'secreto, secretos',
    digits:
      'código PIN, número PIN, código de acceso, código de seguridad, código secreto, código de verificación, código de un solo uso',
    keys: 'clave, llave',
    joiners: 'de, de la',
    owners: `${KEY_OWNERS}, acceso, secreta, secreto, privada, privado, seguridad, firma, cifrado, usuario, cliente, cuenta, wifi`,
  },
  fr: {
    compound:
      'mot de passe, mots de passe, phrase de passe, phrase secrète, identifiants de connexion, identifiants d’accès, identifiants API, ' +
      'informations d’identification, données de connexion, jeton d’accès, jetons d’accès',
    whole: 'mdp, jeton',
    digits:
      'code PIN, numéro PIN, code d’accès, code secret, code de sécurité, code confidentiel, code de vérification, code à usage unique',
    keys: 'clé, clef',
    joiners: 'd, de, de l',
    owners: `${KEY_OWNERS}, accès, secrète, privée, sécurité, signature, chiffrement, licence, wifi`,
  },
  it: {
    compound:
      'parola d’ordine, parola di accesso, credenziale, credenziali, dati di accesso, frase segreta, token di accesso',
    whole: 'segreto, segreti, gettone',
    digits:
      'codice PIN, numero PIN, codice di accesso, codice segreto, codice di sicurezza, codice di verifica, codice monouso',
    keys: 'chiave',
    joiners: 'di, d',
    owners: `${KEY_OWNERS}, accesso, segreta, segreto, privata, sicurezza, firma, cifratura, licenza, wifi`,
  },
  pt: {
    compound:
      'palavra-passe, palavra de passe, palavras-passe, frase secreta, credencial, credenciais, dados de acesso, ' +
      'dados de login, token de acesso',
    whole: 'senha, senhas, segredo, segredos',
    digits:
      'código PIN, número PIN, código de acesso, código de segurança, código secreto, código de verificação, código de uso único',
    keys: 'chave',
    joiners: 'de, da',
    owners: `${KEY_OWNERS}, acesso, secreta, privada, segurança, assinatura, criptografia, licença`,
  },
  nl: {
    compound:
      'wachtwoord, wachtwoorden, wachtzin, toegangswoord, inloggegevens, aanmeldgegevens, toegangsgegevens, ' +
      'toegangstoken, toegangscode, beveiligingscode, verificatiecode',
    whole: 'geheim, geheimen',
    digits: 'pincode, pinnummer, toegangscode, geheime code, beveiligingscode, eenmalige code',
    keys: 'sleutel',
    owners: `${KEY_OWNERS}, toegang, toegangs, geheime, privé, beveiligings, licentie`,
  },
  pl: {
    compound:
      'dane logowania, dane dostępowe, dane uwierzytelniające, poświadczenia, poświadczenie, token dostępu, fraza hasła',
    whole: 'hasło, hasła, hasłem, haseł, haslo, hasla, sekret, sekrety, żeton',
    digits:
      'kod PIN, numer PIN, kod dostępu, kod dostępowy, tajny kod, kod bezpieczeństwa, kod weryfikacyjny, kod jednorazowy',
    keys: 'klucz',
    owners: `${KEY_OWNERS}, dostępu, dostępowy, tajny, prywatny, bezpieczeństwa, licencyjny`,
  },
  cs: {
    compound: 'přihlašovací údaje, přístupové údaje, přístupový token, prihlasovacie údaje, prístupový token',
    whole: 'heslo, hesla, hesel, heslem, heslá, tajemství, tajomstvo',
    digits:
      'kód PIN, PIN kód, přístupový kód, prístupový kód, bezpečnostní kód, ověřovací kód, jednorázový kód',
    keys: 'klíč, kľúč',
    owners: `${KEY_OWNERS}, přístupový, prístupový, tajný, soukromý, súkromný, bezpečnostní`,
  },
  sv: {
    compound:
      'lösenord, lösenordet, lösenordsfras, lösenfras, inloggningsuppgifter, autentiseringsuppgifter, ' +
      'behörighetsuppgifter, åtkomsttoken, åtkomstkod, säkerhetskod, hemlighet, hemligheten, hemligheter',
    digits: 'PIN-kod, pinkod, åtkomstkod, hemlig kod, säkerhetskod, verifieringskod, engångskod',
    keys: 'nyckel',
    owners: `${KEY_OWNERS}, åtkomst, hemlig, privat, säkerhets, licens`,
  },
  da: {
    compound:
      'adgangskode, adgangskoder, adgangskoden, kodeord, kodeordet, løsenord, loginoplysninger, ' +
      'legitimationsoplysninger, adgangstoken, hemmelighed, hemmeligheder',
    digits: 'PIN-kode, pinkode, sikkerhedskode, hemmelig kode, bekræftelseskode, engangskode',
    keys: 'nøgle',
    owners: `${KEY_OWNERS}, adgangs, hemmelig, privat, sikkerheds, licens`,
  },
  no: {
    compound:
      'passord, passordet, passordfrase, påloggingsinformasjon, innloggingsinformasjon, tilgangstoken, tilgangskode, ' +
      'hemmelighet, hemmeligheten, hemmeligheter',
    digits: 'PIN-kode, pinkode, tilgangskode, sikkerhetskode, engangskode',
    keys: 'nøkkel',
    owners: `${KEY_OWNERS}, tilgangs, hemmelig, privat, sikkerhets, lisens`,
  },
  fi: {
    compound:
      'salasana, salasanat, salasanan, salalause, tunnistetiedot, kirjautumistiedot, käyttöoikeustunnus',
    whole: 'salaisuus',
    digits: 'PIN-koodi, pinkoodi, tunnusluku, pääsykoodi, turvakoodi',
    keys: 'avain',
    owners: `${KEY_OWNERS}, pääsy, salainen, yksityinen, turva`,
  },
  hu: {
    compound: 'jelszó, jelszava, jelszavak, jelmondat, hozzáférési token, hitelesítő adatok, belépési adatok',
    whole: 'titok',
    digits: 'PIN-kód, pinkód, hozzáférési kód, titkos kód, biztonsági kód',
    keys: 'kulcs',
    owners: `${KEY_OWNERS}, hozzáférési, titkos, privát, biztonsági`,
  },
  ro: {
    compound: 'parola de acces, date de autentificare, date de conectare, acreditări, token de acces',
    whole: 'parolă, parola, parolei',
    digits: 'cod PIN, cod de acces, cod secret, cod de securitate',
    keys: 'cheie, cheia',
    owners: `${KEY_OWNERS}, acces, secretă, privată`,
  },
  tr: {
    compound:
      'kimlik bilgileri, giriş bilgileri, erişim belirteci, erişim jetonu, erişim tokeni, yenileme tokeni, yenileme belirteci, kullanıcı şifresi',
    whole: 'şifre, şifresi, şifreler, şifreniz, şifrem, parola, parolası, parolanız, parolam, belirteç',
    digits: 'PIN kodu, pin kod, erişim kodu, gizli kod, güvenlik kodu, doğrulama kodu, tek kullanımlık kod',
    keys: 'anahtar, anahtarı',
    owners: `${KEY_OWNERS}, erişim, gizli, özel, güvenlik, lisans`,
  },
  ru: {
    compound:
      'пароль, пароля, паролю, паролем, паролей, пароли, паролях, парольная фраза, учётные данные, данные для входа, ' +
      'токен, токена, токены, токену, токеном, токен доступа, пин-код, пинкод, пинкода',
    whole: 'секрет, секрета, секреты, секретом',
    digits: 'пин, пин-код, код доступа, секретный код, код безопасности, код подтверждения, одноразовый код',
    keys: 'ключ, ключа, ключи',
    owners: `${KEY_OWNERS}, АПИ, доступа, секретный, приватный, закрытый, безопасности`,
  },
  uk: {
    compound: 'паролю, паролі, облікові дані, дані для входу, пін-код, пінкод, токен доступу',
    whole: 'секрету, секрети',
    digits: 'пін, пін-код, код доступу, секретний код, одноразовий код',
    keys: 'ключ',
    owners: `${KEY_OWNERS}, АПІ, доступу, секретний, приватний, закритий`,
  },
  el: {
    compound: 'κωδικός πρόσβασης, κωδικοί πρόσβασης, συνθηματικό, διαπιστευτήρια, μυστικό κλειδί, κλειδί API',
    digits: 'κωδικός PIN, αριθμός PIN',
  },
  sl: { compound: 'lozinka, lozinke, zaporka', whole: 'geslo, gesla', digits: 'PIN koda' },
  id: {
    compound: 'kata sandi, kata kunci rahasia, kredensial, token akses',
    whole: 'sandi, rahasia',
    digits: 'kode PIN, nomor PIN, kode akses, kode rahasia, kode keamanan',
    keys: 'kunci',
    owners: `${KEY_OWNERS}, akses, rahasia, pribadi`,
  },
  vi: {
    compound: 'mật khẩu, thông tin đăng nhập, khóa bí mật, khóa truy cập',
    whole: 'bí mật',
    digits: 'mã PIN, mã truy cập, mã bí mật, mã bảo mật',
    keys: 'khóa',
    owners: `${KEY_OWNERS}, truy cập, bí mật, bảo mật`,
  },
  zh: {
    compound:
      '密码, 密碼, 口令, 密钥, 密鑰, 秘钥, 私钥, 私鑰, 令牌, 凭据, 憑據, 登录凭证, 访问凭证, 身份凭证, 认证信息, ' +
      '访问密匙, API 钥匙, API Key',
    digits: 'PIN 码, PIN 碼, 个人识别码, 验证码, 驗證碼, 访问码, 存取碼, 安全码, 安全碼, 动态码',
  },
  ja: {
    compound:
      'パスワード, パスフレーズ, パスコード, トークン, シークレット, 秘密鍵, 秘密キー, APIキー, アクセスキー, ' +
      '認証キー, 認証情報, 資格情報, 秘密情報, 合言葉, 合い言葉',
    digits:
      '暗証番号, PINコード, PIN番号, アクセスコード, 認証コード, 確認コード, セキュリティコード, ピンコード, ワンタイムコード',
  },
  ko: {
    compound:
      '비밀번호, 패스워드, 패스프레이즈, 암호, 비번, 토큰, 시크릿, 비밀 키, 비밀키, API 키, API키, 액세스 키, 인증 키, ' +
      '접근 키, 개인 키, 자격 증명, 자격증명, 인증 정보, 인증정보, 로그인 정보',
    digits:
      'PIN 번호, 핀번호, 핀 코드, 액세스 코드, 접근 코드, 접속 코드, 인증 코드, 인증번호, 보안 코드, 일회용 코드',
    whole: '핀, 비밀',
  },
  ar: {
    compound:
      'كلمة المرور, كلمة مرور, كلمات المرور, كلمة السر, كلمة سر, الرقم السري, رقم سري, المفتاح السري, مفتاح سري, مفتاح العميل السري, رمز التحديث المميز, ' +
      'مفتاح API, مفتاح الوصول, مفتاح واجهة برمجة التطبيقات, رمز الوصول المميز, بيانات الاعتماد, بيانات الدخول, ' +
      'بيانات اعتماد, توكن, الرمز المميز, رمز مميز, عبارة المرور',
    whole: 'سر, السر, سري',
    digits:
      'رمز PIN, رقم التعريف الشخصي, رمز التعريف الشخصي, رمز الوصول, رمز الدخول, الرمز السري, رمز سري, رمز التحقق, رمز المرور, رمز لمرة واحدة',
  },
  fa: { compound: 'رمز عبور, گذرواژه, کلمه عبور, کلید API, توکن', digits: 'کد دسترسی, پین کد' },
  he: {
    compound: 'סיסמה, סיסמא, סיסמת, מפתח API, אסימון, פרטי התחברות',
    digits: 'קוד PIN, קוד גישה, קוד סודי',
  },
  hi: {
    compound:
      'पासवर्ड, कूटशब्द, पासफ़्रेज़, टोकन, एपीआई कुंजी, API कुंजी, गुप्त कुंजी, एक्सेस कुंजी, निजी कुंजी, सीक्रेट, ' +
      'क्रेडेंशियल, लॉगिन जानकारी, प्रमाणिकता विवरण',
    digits: 'पिन, पिन कोड, पिन नंबर, एक्सेस कोड, गुप्त कोड, सुरक्षा कोड, पहुँच कोड, सत्यापन कोड, वन टाइम कोड',
  },
  bn: { compound: 'পাসওয়ার্ড, টোকেন, গোপন কী', digits: 'পিন, পিন কোড, অ্যাক্সেস কোড' },
  th: { compound: 'รหัสผ่าน, โทเคน, คีย์ลับ', digits: 'รหัส PIN, รหัสพิน, รหัสเข้าใช้' },
};

/** Between the words of a phrase; names keep or drop them: `mot_de_passe`, `mot_passe`. */
export const FILLERS =
  'd, l, de, del, della, dell, di, da, do, du, des, la, le, les, der, den, das, zum, zur, von, für, of, the, for, to, ' +
  'per, voor, till, till, til, för, dla, do, для, к, का, की, के, de la';

/** Owners that are run together with a short word: `userpin`, `kundensenha`. */
export const OWNER_PREFIXES =
  'user, username, usuario, benutzer, nutzer, kunden, karten, konto, admin, administrator, login, account, customer, ' +
  'client, card, sim, db, database, datenbank, smtp, ftp, api, app, mein, my, new, neue, neuer, alte, old, nova, nueva, ' +
  'nouveau, nuova, utente, utilisateur, gebruikers, anvandar, bruger, kullanici, uzytkownika, geheim, door, gate, atm, wifi, wlan, web, उपयोगकर्ता';

/** With one of these endings, a name still refers to the value itself: `Passwortbestätigung`. */
export const CONFIRMATIONS =
  'neu, alt, bestätigung, wiederholung, wiederholen, confirmation, confirm, bevestiging, bekräftelse, bekreftelse, nuevo, nueva, nova';

/** With one of these endings, a name only describes a credential, as with `type` and `length`. */
export const ABOUT_WORDS =
  'Länge, Typ, Art, Anzahl, Hinweis, Regel, Regeln, Richtlinie, Richtlinien, Ablauf, Gültigkeit, Stärke, vergessen, ' +
  'longueur, longitud, largo, tamaño, lunghezza, comprimento, lengte, długość, lengd, indice, pista, política, ' +
  'politique, tipo, fecha, caducidad, expiration, validité, oublié, olvidada, esquecida, dimenticata, длина, тип, ' +
  '长度, 類型, 类型, 强度, 提示, 策略, 规则, 有效期, 管理器, 学, 锁, ヒント, ポリシー, 長さ, 強度, 有効期限, 길이, 힌트, 정책, 유형, 화, 화폐';
