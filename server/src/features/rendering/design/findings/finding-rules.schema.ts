export const severities = ['error', 'warning', 'hint'] as const;
export type Severity = (typeof severities)[number];

/**
 * The severity of every rule: whether a violation makes an email fail, makes it hard to read, or leaves room
 * for improvement.
 */
export const severityOf = {
  'subject-empty': 'error',
  'link-empty': 'error',
  'mail-too-large': 'error',
  'company-details-missing': 'error',
  'alt-missing': 'warning',
  contrast: 'warning',
  'link-unnamed': 'warning',
  'link-vague': 'warning',
  'text-small': 'warning',
  'picture-heavy': 'warning',
  'mail-large': 'warning',
  'unsubscribe-missing': 'warning',
  'variable-unknown': 'warning',
  'variable-missing': 'warning',
  'language-incomplete': 'warning',
  'language-outdated': 'warning',
  'structure-differs': 'warning',
  'plain-text-empty': 'warning',
  'heading-order': 'hint',
  'picture-wide': 'hint',
  'subject-long': 'hint',
  'preview-line-empty': 'hint',
  'default-missing': 'hint',
} as const satisfies Record<string, Severity>;

export type FindingRule = keyof typeof severityOf;
