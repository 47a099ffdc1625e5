import { listAuditLog } from '../features/audit/list-audit-log.op.ts';
import { eraseCustomer } from '../features/customers/erase-customer.op.ts';
import { exportCustomer } from '../features/customers/export-customer.op.ts';
import { getLayoutSchema } from '../features/design/get-layout-schema.op.ts';
import { addFile } from '../features/files/add-file.op.ts';
import { deleteFile } from '../features/files/delete-file.op.ts';
import { listFiles } from '../features/files/list-files.op.ts';
import { getHistoryEntry } from '../features/history/get-history-entry.op.ts';
import { listHistory } from '../features/history/list-history.op.ts';
import { createHttpRequest } from '../features/http-requests/create-http-request.op.ts';
import { deleteHttpRequest } from '../features/http-requests/delete-http-request.op.ts';
import { getHttpRequest } from '../features/http-requests/get-http-request.op.ts';
import { listHttpRequests } from '../features/http-requests/list-http-requests.op.ts';
import { testHttpRequest } from '../features/http-requests/test-http-request.op.ts';
import { updateHttpRequest } from '../features/http-requests/update-http-request.op.ts';
import { createKey } from '../features/keys/create-key.op.ts';
import { getMe } from '../features/keys/get-me.op.ts';
import { listKeys } from '../features/keys/list-keys.op.ts';
import { revokeKey } from '../features/keys/revoke-key.op.ts';
import { setKeyLevel } from '../features/keys/set-key-level.op.ts';
import { createLayout } from '../features/layouts/create-layout.op.ts';
import { deleteLayout } from '../features/layouts/delete-layout.op.ts';
import { getLayout } from '../features/layouts/get-layout.op.ts';
import { getLayoutVariables } from '../features/layouts/get-layout-variables.op.ts';
import { listLayouts } from '../features/layouts/list-layouts.op.ts';
import { previewLayout } from '../features/layouts/preview-layout.op.ts';
import { previewUnsavedLayout } from '../features/layouts/preview-unsaved-layout.op.ts';
import { updateLayout } from '../features/layouts/update-layout.op.ts';
import { beginMailboxConnection } from '../features/mailboxes/begin-mailbox-connection.op.ts';
import { disconnectMailbox } from '../features/mailboxes/disconnect-mailbox.op.ts';
import { finishMailboxConnection } from '../features/mailboxes/finish-mailbox-connection.op.ts';
import { listMailboxProviders } from '../features/mailboxes/list-mailbox-providers.op.ts';
import { changeMemberRole } from '../features/members/change-member.op.ts';
import { createInvitation } from '../features/members/create-invitation.op.ts';
import { createUser } from '../features/members/create-user.op.ts';
import { leaveStore } from '../features/members/leave-store.op.ts';
import { listInvitations } from '../features/members/list-invitations.op.ts';
import { listMembers } from '../features/members/list-members.op.ts';
import { removeMember } from '../features/members/remove-member.op.ts';
import { resetPassword } from '../features/members/reset-password.op.ts';
import { revokeInvitation } from '../features/members/revoke-invitation.op.ts';
import { createPlatformSecret } from '../features/platforms/create-platform-secret.op.ts';
import { listPlatformSecrets } from '../features/platforms/list-platform-secrets.op.ts';
import { addPreset } from '../features/presets/add-preset.op.ts';
import { deletePreset } from '../features/presets/delete-preset.op.ts';
import { getPreset } from '../features/presets/get-preset.op.ts';
import { listPresets } from '../features/presets/list-presets.op.ts';
import { updatePreset } from '../features/presets/update-preset.op.ts';
import { listReadyDesigns } from '../features/ready-designs/list-ready-designs.op.ts';
import { connectRepository } from '../features/repository/connect-repository.op.ts';
import { disconnectRepository } from '../features/repository/disconnect-repository.op.ts';
import { getRepository } from '../features/repository/get-repository.op.ts';
import { getRepositoryVersion } from '../features/repository/get-repository-version.op.ts';
import { listRepositoryVersions } from '../features/repository/list-repository-versions.op.ts';
import { restoreRepositoryVersion } from '../features/repository/restore-repository-version.op.ts';
import { showRepository } from '../features/repository/show-repository.op.ts';
import { createSecret } from '../features/secrets/create-secret.op.ts';
import { deleteSecret } from '../features/secrets/delete-secret.op.ts';
import { describeSecret } from '../features/secrets/describe-secret.op.ts';
import { listSecretUsage } from '../features/secrets/list-secret-usage.op.ts';
import { listSecrets } from '../features/secrets/list-secrets.op.ts';
import { setSecret } from '../features/secrets/set-secret.op.ts';
import { checkSenderDomain } from '../features/sender-domains/check-sender-domain.op.ts';
import { addSmtpSender } from '../features/senders/add-smtp-sender.op.ts';
import { checkSmtpSender } from '../features/senders/check-smtp-sender.op.ts';
import { createDkimKey } from '../features/senders/create-dkim-key.op.ts';
import { deleteSmtpSender } from '../features/senders/delete-smtp-sender.op.ts';
import { listMailboxes } from '../features/senders/list-mailboxes.op.ts';
import { listSmtpSenders } from '../features/senders/list-smtp-senders.op.ts';
import { setDefaultSender } from '../features/senders/set-default-sender.op.ts';
import { updateSmtpSender } from '../features/senders/update-smtp-sender.op.ts';
import { replayExecution } from '../features/sending/replay-execution.op.ts';
import { testMail } from '../features/sending/test-mail.op.ts';
import { getIndex } from '../features/service/get-index.op.ts';
import { getSettings } from '../features/settings/get-settings.op.ts';
import { setSettings } from '../features/settings/set-settings.op.ts';
import { connectShop } from '../features/shopify/connect-shop.op.ts';
import { disconnectShop } from '../features/shopify/disconnect-shop.op.ts';
import { getStats } from '../features/stats/get-stats.op.ts';
import { createStore } from '../features/stores/create-store.op.ts';
import { deleteTranslation } from '../features/translations/delete-translation.op.ts';
import { getTranslation } from '../features/translations/get-translation.op.ts';
import { listTranslations } from '../features/translations/list-translations.op.ts';
import { promoteTranslation } from '../features/translations/promote-translation.op.ts';
import { putTranslation } from '../features/translations/put-translation.op.ts';
import { addUnsubscribeByHand } from '../features/unsubscribes/add-unsubscribe.op.ts';
import { exportUnsubscribes } from '../features/unsubscribes/export-unsubscribes.op.ts';
import { importUnsubscribes } from '../features/unsubscribes/import-unsubscribes.op.ts';
import { listUnsubscribes } from '../features/unsubscribes/list-unsubscribes.op.ts';
import { removeSuppression } from '../features/unsubscribes/remove-suppression.op.ts';
import { removeUnsubscribeByHand } from '../features/unsubscribes/remove-unsubscribe.op.ts';
import { diffVersions } from '../features/versions/diff-versions.op.ts';
import { getVersion } from '../features/versions/get-version.op.ts';
import { listVersions } from '../features/versions/list-versions.op.ts';
import { restoreVersion } from '../features/versions/restore-version.op.ts';
import type { AnyOperation } from '../kernel/operation.ts';

/** The one list. REST, tools, OpenAPI, documents, commands and inventory tests are projections of it. */
export const operations: readonly AnyOperation[] = [
  getIndex,
  getMe,
  listLayouts,
  createLayout,
  getLayout,
  updateLayout,
  deleteLayout,
  previewLayout,
  previewUnsavedLayout,
  getLayoutVariables,
  listTranslations,
  getTranslation,
  putTranslation,
  deleteTranslation,
  promoteTranslation,
  listVersions,
  getVersion,
  restoreVersion,
  listRepositoryVersions,
  getRepositoryVersion,
  restoreRepositoryVersion,
  diffVersions,
  getLayoutSchema,
  listSecrets,
  listSmtpSenders,
  listMailboxes,
  listFiles,
  deleteFile,
  listHttpRequests,
  createHttpRequest,
  getHttpRequest,
  updateHttpRequest,
  deleteHttpRequest,
  testHttpRequest,
  listHistory,
  getHistoryEntry,
  getStats,
  createStore,
  listKeys,
  createKey,
  revokeKey,
  setKeyLevel,
  setSecret,
  createSecret,
  describeSecret,
  deleteSecret,
  listSecretUsage,
  addSmtpSender,
  checkSmtpSender,
  checkSenderDomain,
  updateSmtpSender,
  deleteSmtpSender,
  setDefaultSender,
  listMailboxProviders,
  beginMailboxConnection,
  finishMailboxConnection,
  disconnectMailbox,
  createDkimKey,
  testMail,
  replayExecution,
  addFile,
  listPresets,
  addPreset,
  getPreset,
  updatePreset,
  deletePreset,
  getSettings,
  setSettings,
  listUnsubscribes,
  addUnsubscribeByHand,
  removeUnsubscribeByHand,
  importUnsubscribes,
  exportUnsubscribes,
  removeSuppression,
  createPlatformSecret,
  listPlatformSecrets,
  connectShop,
  disconnectShop,
  connectRepository,
  showRepository,
  getRepository,
  disconnectRepository,
  exportCustomer,
  eraseCustomer,
  listMembers,
  changeMemberRole,
  removeMember,
  leaveStore,
  listInvitations,
  createInvitation,
  revokeInvitation,
  createUser,
  resetPassword,
  listAuditLog,
  listReadyDesigns,
];
