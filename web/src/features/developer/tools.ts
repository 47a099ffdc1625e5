import { type Level, levelsUpTo } from 'outstep/kernel/access-levels.ts';

type Toolset = 'default' | 'layouts' | 'alerts';

/** The tools each level adds, as `/api/mcp` lists them; a test compares this to the server's own list. */
export const tools: Readonly<Record<Toolset, Readonly<Record<Level, readonly string[]>>>> = {
  default: {
    read: [
      'list_email_templates',
      'get_email_template',
      'list_secret_keys',
      'list_smtp_configs',
      'list_senders',
      'list_files',
      'list_http_requests',
      'get_http_request',
      'list_history',
      'get_history_entry',
      'get_stats',
    ],
    write: ['delete_file', 'create_http_request', 'update_http_request', 'delete_http_request'],
    execute: ['test_http_request'],
  },
  layouts: {
    read: [
      'preview_email_template',
      'preview_unsaved_email_template',
      'get_email_template_variables',
      'get_email_template_reach',
      'check_email_template',
      'list_translations',
      'get_translation',
      'list_versions',
      'get_version',
      'list_drafts',
      'diff_versions',
      'get_layout_schema',
      'get_brand',
    ],
    write: [
      'create_email_template',
      'duplicate_email_template',
      'update_email_template',
      'delete_email_template',
      'put_translation',
      'delete_translation',
      'promote_translation',
      'restore_version',
    ],
    execute: [],
  },
  alerts: { read: ['list_alerts'], write: [], execute: [] },
};

/** The tools available to a key of this level. */
export const toolsFor = (level: Level, toolsets: readonly Toolset[]): string[] =>
  toolsets.flatMap((toolset) => levelsUpTo(level).flatMap((each) => tools[toolset][each]));
