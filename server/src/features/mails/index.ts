export { type CompilableLanguage, compilationOf } from './compile-language.ts';
export { renderMail } from './render-mail.ts';
