export { type CompilableLanguage, compilationOf } from './compile-language.ts';
export {
  filledMail,
  type MailSource,
  type MailTexts,
  type RenderedAttachment,
  type RenderedMail,
  renderAttachments,
  renderMail,
  textsOfMail,
} from './render-mail.ts';
