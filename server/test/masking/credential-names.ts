/**
 * Names for passwords, PINs, secrets, keys, tokens, access codes and credentials by language, harmless words
 * that look similar, and the shapes that names take. The list was written independently of the one in the
 * rules.
 */
export const credentialNames: Readonly<Record<string, { user: string; words: string }>> = {
  English: {
    user: 'user',
    words:
      'password, passphrase, passcode, PIN, PIN code, secret, client secret, API key, access key, private key, token, access token, access code, security code, credentials, one-time code',
  },
  German: {
    user: 'Benutzer',
    words:
      'Passwort, Kennwort, PIN, PIN-Nummer, Geheimzahl, Geheimnis, Geheimschlüssel, API-Schlüssel, Zugangsschlüssel, privater Schlüssel, Token, Zugriffstoken, Zugangscode, Sicherheitscode, Zugangsdaten, Anmeldedaten',
  },
  Spanish: {
    user: 'usuario',
    words:
      'contraseña, clave, clave de acceso, PIN, código PIN, secreto, clave secreta, clave API, clave de API, clave privada, token, token de acceso, código de acceso, código de seguridad, credencial, credenciales',
  },
  French: {
    user: 'utilisateur',
    words:
      'mot de passe, mdp, PIN, code PIN, secret, code secret, clé API, clé d’API, clé secrète, clé d’accès, clé privée, jeton, jeton d’accès, code d’accès, code de sécurité, identifiants de connexion',
  },
  Italian: {
    user: 'utente',
    words:
      'password, parola d’ordine, PIN, codice PIN, segreto, chiave API, chiave segreta, chiave privata, chiave di accesso, token, token di accesso, gettone, codice di accesso, codice di sicurezza, credenziali',
  },
  Portuguese: {
    user: 'usuário',
    words:
      'senha, palavra-passe, PIN, código PIN, segredo, chave API, chave de API, chave secreta, chave privada, chave de acesso, token, token de acesso, código de acesso, código de segurança, credenciais',
  },
  Dutch: {
    user: 'gebruikers',
    words:
      'wachtwoord, pin, pincode, geheim, geheime sleutel, API-sleutel, privésleutel, toegangssleutel, token, toegangstoken, toegangscode, beveiligingscode, inloggegevens, toegangsgegevens',
  },
  Polish: {
    user: 'użytkownik',
    words:
      'hasło, PIN, kod PIN, sekret, klucz API, tajny klucz, klucz prywatny, klucz dostępu, token, token dostępu, kod dostępu, kod bezpieczeństwa, dane logowania, poświadczenia',
  },
  Swedish: {
    user: 'användar',
    words:
      'lösenord, PIN, PIN-kod, hemlighet, API-nyckel, hemlig nyckel, privat nyckel, åtkomstnyckel, token, åtkomsttoken, åtkomstkod, säkerhetskod, inloggningsuppgifter, autentiseringsuppgifter',
  },
  Turkish: {
    user: 'kullanıcı',
    words:
      'şifre, parola, PIN, PIN kodu, gizli anahtar, API anahtarı, özel anahtar, erişim anahtarı, token, erişim belirteci, erişim kodu, güvenlik kodu, kimlik bilgileri, giriş bilgileri',
  },
  Russian: {
    user: 'пользователь',
    words:
      'пароль, пин, пин-код, секрет, секретный ключ, ключ API, приватный ключ, ключ доступа, токен, токен доступа, код доступа, код безопасности, учётные данные, данные для входа',
  },
  Chinese: {
    user: '用户',
    words:
      '密码, 密碼, 口令, PIN码, 验证码, 密钥, 私钥, API密钥, 访问密钥, 令牌, 访问令牌, 访问码, 安全码, 凭据, 登录凭证, 认证信息',
  },
  Japanese: {
    user: 'ユーザー',
    words:
      'パスワード, パスフレーズ, 暗証番号, PINコード, PIN番号, シークレット, 秘密鍵, APIキー, アクセスキー, トークン, アクセストークン, アクセスコード, セキュリティコード, 認証情報, 資格情報',
  },
  Korean: {
    user: '사용자',
    words:
      '비밀번호, 암호, 패스워드, 핀번호, PIN 번호, 시크릿, 비밀 키, API 키, 액세스 키, 토큰, 액세스 토큰, 액세스 코드, 접근 코드, 보안 코드, 자격 증명, 인증 정보',
  },
  Arabic: {
    user: 'المستخدم',
    words:
      'كلمة المرور, كلمة السر, الرقم السري, رمز PIN, المفتاح السري, مفتاح API, مفتاح الوصول, توكن, الرمز المميز, رمز الوصول, رمز الدخول, رمز التحقق, بيانات الاعتماد, بيانات الدخول',
  },
  Hindi: {
    user: 'उपयोगकर्ता',
    words:
      'पासवर्ड, कूटशब्द, पिन, पिन कोड, सीक्रेट, गुप्त कुंजी, API कुंजी, निजी कुंजी, टोकन, एक्सेस टोकन, एक्सेस कोड, सुरक्षा कोड, क्रेडेंशियल, लॉगिन जानकारी',
  },
};

const collected =
  'kennwortWiederholen, DB_PASSWORT, smtp_kennwort, AltesPasswort, passwort_neu, passwortNeu2, Kundenkennwort, kartenPin, Karten-PIN, WLAN-Schlüssel, wlan_passwort, Zugangs-Code, Türcode, geheimer API Schlüssel, Signaturschlüssel, Webhook-Geheimnis, OAuth-Token, Aktualisierungstoken, Zugangs_Daten, pin_des_kunden, ' +
  'contraseñaActual, nueva_contraseña, confirmarContrasena, repite-contraseña, clave_wifi, claveUsuario, pinTarjeta, clave del cliente, secreto_compartido, secretoCliente, token_de_actualización, llave_api, llavePrivada, credencialesApi, código_de_un_solo_uso, ' +
  'motDePasseActuel, ancien_mot_de_passe, confirmationMotDePasse, mdp_client, codePinCarte, cle_wifi, clé secrète du client, secret partagé, jetonDeRafraichissement, jeton_api, identifiantsApi, code à usage unique, ' +
  'passwordAttuale, nuova_password, conferma-password, pin_carta, segretoClient, chiaveApiPrivata, token_di_aggiornamento, credenziali_api, codice monouso, ' +
  'senhaAtual, nova_senha, confirmar_senha, repetirSenha, senha-wifi, pinCartao, segredoCliente, chaveApiPrivada, token_de_atualização, credenciaisApi, ' +
  'nieuwWachtwoord, oud_wachtwoord, herhaal-wachtwoord, wachtwoord_klant, klantPin, clientgeheim, apiSleutel, vernieuwingstoken, ' +
  'noweHaslo, stare_haslo, powtórz_hasło, hasloKlienta, pin_karty, kluczApiKlienta, sekretKlienta, token_odświeżania, hasło jednorazowe, ' +
  'nyttLösenord, gammalt_losenord, upprepa-lösenord, lösenordKund, kortPin, klienthemlighet, apinyckel, engångskod, ' +
  'yeniŞifre, eski_sifre, sifre_tekrar, musteri_sifresi, kartPin, apiAnahtari, istemciGizliAnahtari, yenileme_tokeni, tek kullanımlık kod, ' +
  'новый_пароль, старыйПароль, повторите_пароль, пароль_клиента, пин_карты, секретКлиента, ключАпи, токен_обновления, одноразовый код, ' +
  '新密码, 确认密码, 旧密码, 登录密码, 支付密码, 客户密钥, 刷新令牌, API令牌, 一次性验证码, 银行卡密码, ' +
  '新しいパスワード, パスワード確認, 旧パスワード, ログインパスワード, クライアントシークレット, リフレッシュトークン, ワンタイムコード, ' +
  '새 비밀번호, 비밀번호 확인, 기존비밀번호, 로그인 비밀번호, 클라이언트 시크릿, 갱신 토큰, 일회용 코드, ' +
  'تأكيد كلمة المرور, كلمة المرور الجديدة, كلمة مرور العميل, مفتاح العميل السري, رمز التحديث المميز, رمز لمرة واحدة, ' +
  'नया पासवर्ड, पासवर्ड की पुष्टि, ग्राहक पासवर्ड, कार्ड पिन, रीफ़्रेश टोकन, वन टाइम कोड, ' +
  'adgangskodeNy, nyt_kodeord, kundensPassord, gentag-adgangskode, hesloZakaznika, noveHeslo, új_jelszó, vanhaSalasana, parolaNoua, νέος_κωδικός_πρόσβασης, kata_sandi_baru, matKhauMoi, รหัสผ่านใหม่'.split(
    /,\s*/,
  );

const harmlessWords =
  'pinterest, shipping, shopping, spinner, opinion, pineapple, Pinsel, pinned, pinch, espino, passenger, passport country, compass, passage, ' +
  'passion, bypass, Reisepassland, Kompass, compasso, passeio, paseo, passer, impasse, tokenize, tokenizer, tokenized, keyboard, keyword, ' +
  'keynote, monkey, turkey, donkey, hockey, jockey, whiskey, secretary, secretariat, Sekretariat, secrétaire, секретарь, clavier, Klavier, ' +
  'clavicle, enclave, conclave, esclave, clavel, sente, sentence, absent, senhor, senhora, essential, cliente, Klient, codice fiscale, ' +
  'codepage, encoder, barcode, zip code, discount code, Rabattcode, code promo, código postal, codice sconto, kod pocztowy, Postleitzahl, ' +
  'country code, currency code, status code, article, vehicle, véhicule, bicicleta, circle, cleaning, Schlüsselwort, Schlüsselanhänger, ' +
  'Sortierschlüssel, mot clé, mots clés, palabra clave, palavra-chave, parola chiave, parole, chave de fenda, chiavetta, llavero, klucz francuski, ' +
  'nyckelord, nyckelring, sleutelhanger, anahtarlık, ключевое слово, ключица, код города, почтовый код, токарь, парк, паром, парта, ' +
  'hasł, haslett, heslington, parolee, paroles, siffre, chiffre, Ziffer, geheimnisvoll, tajemnica handlowa, wachttijd, wachtkamer, ' +
  'Kennzeichen, Kennzahl, Kenntnis, Wortlaut, Antwort, Stichwort, Vorwort, Ort, word count, words, sword, crossword, wordpress, ' +
  'author, authors, authority, autor, design, signal, signup, sigma, significance, session, sessions, cookbook, credits, credit limit, ' +
  'accredited, incredible, Kredit, crédito, gettoni, geton, jet, jetons de présence, ticket, Karte, card, carte, tarjeta, pan, span, ' +
  'api version, app name, apiary, therapist, rapid, capital, 码头, 代码, 邮政编码, 二维码, 尺码, 号码, 电话号码, 密度, 密封, 口味, 口袋, 钥匙扣, ' +
  '暗い, 番号, 電話番号, 郵便番号, コード, キーワード, キーボード, パス, パスタ, 秘書, 비밀스러운책, 번호, 전화번호, 우편번호, 키워드, 키보드, 토끼, 인증서발급일, ' +
  'كلمة, كلمات مفتاحية, رقم, رقم الهاتف, رقم الطلب, الرمز البريدي, مفتاح, سرير, سعر, मूल्य, शब्द, संख्या, पता, पिनकोड नहीं, रंग, कुंजीपटल, ' +
  'token type, token count, max tokens, next page token, password policy, password length, Passwortlänge, Passwort-Hinweis, API key ID, ' +
  'secret name, public key, sort key, primary key, Primärschlüssel, cache key, idempotency key, map pin, enamel pin, lapel pin, pin color, ' +
  'order, customer, Kunde, Bestellung, producto, precio, quantité, Menge, wartość, adres, пользователь, заказ, цена, 订单, 价格, 商品, 注文, 価格, 주문, 가격, طلب, ऑर्डर';

const listed = (words: string) => words.split(/,\s*/);
/**
 * Names found in real requests, collected after the rules were written: 138 of them were recognized at first.
 */
export const collectedNames = listed(collected);
/**
 * Left out because it is not written that way in practice, or because it is a credential: "pin code" for a
 * postcode is one in Dutch.
 */
export const harmlessNames = listed(harmlessWords).filter((word) => word !== 'पिनकोड नहीं');

const wordsIn = (name: string) => name.split(/[\s'’-]+/).filter(Boolean);
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const camel = (words: readonly string[]) =>
  words.map((word, i) => (i === 0 ? word.toLowerCase() : capital(word.toLowerCase()))).join('');
const mixed = (text: string) =>
  [...text].map((sign, i) => (i % 2 === 0 ? sign.toLowerCase() : sign.toUpperCase())).join('');
const ascii = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[łŁ]/g, 'l')
    .replace(/ı/g, 'i');

/** The ways to write a name; one of several words also without spaces. */
export function shapesOf(name: string, user: string): string[] {
  const words = wordsIn(name);
  const lower = words.map((word) => word.toLowerCase());
  const shapes = [
    ...[name, name.toLowerCase(), name.toUpperCase(), lower.join('_'), lower.join('-'), lower.join('.')],
    ...[
      lower.join('_').toUpperCase(),
      camel(words),
      capital(camel(words)),
      lower.join(''),
      mixed(lower.join('_')),
    ],
    ...[
      `${user}_${lower.join('_')}`,
      camel([user, ...words]),
      `${user}-${lower.join('-')}`,
      `new_${lower.join('_')}`,
    ],
    ...[`${lower.join('_')}_2`, `${camel(words)}2`],
  ];
  return [...new Set([...shapes, ...shapes.map((shape) => shape.normalize('NFD')), ...shapes.map(ascii)])];
}

/** Where a name may occur, each with the same value. */
export const credentialPlaces: Readonly<Record<string, (name: string, value: string) => string>> = {
  'JSON text': (name, value) => JSON.stringify({ order: { id: 1, [name]: value } }),
  'escaped JSON': (name, value) =>
    JSON.stringify({ order: { id: 1, [name]: value } }).replace(
      /[^ -~]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  form: (name, value) =>
    new URLSearchParams([
      ['order', '1'],
      [name, value],
    ]).toString(),
  query: (name, value) => `https://api.example.com/v1?order=1&${encodeURIComponent(name)}=${value}`,
};
