import { versionStore } from '../../documents/versions.store.ts';
import type { LayoutVersionSummary } from './versions.schema.ts';

/** A version stores the whole layout, compressed, because its languages may total tens of megabytes. */
export const layoutVersions = versionStore<LayoutVersionSummary, { snapshot: Buffer }>({
  ...{ name: 'layout', documents: 'layouts', revision: 'version' },
  ...{ versions: 'layout_versions', documentId: 'layout_id' },
  listed: { subject: 'subject', locales: 'locales' },
  kept: { snapshot: 'snapshot' },
  erasable: { members: ['snapshot'], atOnce: 1 },
  hasFiles: true,
  given: { locales: 'text[]', snapshot: 'bytea' },
  trash: {
    into: `select v.store_id, v.layout_id, v.version,
        json_build_object('source', v.source, 'authorType', v.author_type, 'authorName', v.author_name,
          'summary', v.summary, 'subject', v.subject, 'locales', v.locales, 'createdAt', v.created_at,
          'label', v.label, 'keptAt', v.kept_at, 'files', v.files),
        v.snapshot
      from layout_versions v where v.layout_id = $1`,
    back: `(store_id, layout_id, version, source, author_type, author_name, summary, subject, locales, snapshot,
        created_at, label, kept_at, files)
      select v.store_id, v.item_id, v.version, a."source", a."authorType", a."authorName", a."summary", a."subject",
        a."locales", v.snapshot, a."createdAt", a."label", a."keptAt", a."files"
      from trash_versions v, json_to_record(v.about) as a("source" text, "authorType" text, "authorName" text,
        "summary" text, "subject" text, "locales" text[], "createdAt" timestamptz, "label" text, "keptAt" timestamptz,
        "files" text[])
      where v.item_id = $1`,
    read: 'select v.version, v.snapshot from trash_versions v',
  },
});
