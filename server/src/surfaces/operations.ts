import { exportAuditLog, exportSignIns, listAuditLog } from '../features/access/audit/audit-log.op.ts';
import {
  setKeyAddresses,
  setKeyLevel,
  setKeyRecipientSearch,
} from '../features/access/keys/change-key.op.ts';
import { getMe } from '../features/access/keys/get-me.op.ts';
import { createKey, rotateKey } from '../features/access/keys/issue-key.op.ts';
import { listKeys, printKeys } from '../features/access/keys/list-keys.op.ts';
import { revokeKey } from '../features/access/keys/revoke-key.op.ts';
import { listLimits, showLimits } from '../features/access/limits/list-limits.op.ts';
import { setAccountLimit, setDefaultLimits, setLimits } from '../features/access/limits/set-limits.op.ts';
import { createUser } from '../features/access/people/create-user.op.ts';
import { deleteUser } from '../features/access/people/delete-user.op.ts';
import {
  createInvitation,
  listInvitations,
  revokeInvitation,
} from '../features/access/people/invitations.op.ts';
import { listUsers } from '../features/access/people/list-users.op.ts';
import {
  changeMemberRole,
  leaveStore,
  listMembers,
  removeMember,
} from '../features/access/people/members.op.ts';
import { removeSecondFactor, resetPassword } from '../features/access/people/user-recovery.op.ts';
import { resumeUser, suspendUser } from '../features/access/people/user-suspension.op.ts';
import {
  describeSecret,
  permitSecret,
  setValueOfSecret,
} from '../features/access/secrets/change-secret.op.ts';
import { createSecret } from '../features/access/secrets/create-secret.op.ts';
import { deleteSecret } from '../features/access/secrets/delete-secret.op.ts';
import { listSecrets, listSecretUsage } from '../features/access/secrets/list-secrets.op.ts';
import { setSecret } from '../features/access/secrets/set-secret.op.ts';
import { getIndex } from '../features/access/service/get-index.op.ts';
import { createStore } from '../features/access/stores/create-store.op.ts';
import { deleteStore } from '../features/access/stores/delete-store.op.ts';
import { listStores } from '../features/access/stores/list-stores.op.ts';
import { moveStore } from '../features/access/stores/move-store.op.ts';
import { resumeStore, suspendStore } from '../features/access/stores/store-suspension.op.ts';
import { listAlerts } from '../features/alerts/alerts/list-alerts.op.ts';
import { getAlertChoices, setAlertChoices } from '../features/alerts/notifications/alert-choices.op.ts';
import {
  deleteAlertWebhook,
  getAlertWebhook,
  setAlertWebhook,
  testAlertWebhook,
} from '../features/alerts/notifications/alert-webhook.op.ts';
import { countOpenAlerts } from '../features/alerts/notifications/count-open-alerts.op.ts';
import { eraseCustomer } from '../features/customers/erase-customer.op.ts';
import { exportCustomer } from '../features/customers/export-customer.op.ts';
import { compareUnsavedHttpRequest } from '../features/http-requests/compare-unsaved-http-request.op.ts';
import { confirmHttpRequestCredentials } from '../features/http-requests/confirm-credentials.op.ts';
import { createHttpRequest } from '../features/http-requests/create-http-request.op.ts';
import { deleteHttpRequest } from '../features/http-requests/delete-http-request.op.ts';
import { getHttpRequest } from '../features/http-requests/get-http-request.op.ts';
import { getHttpRequestReach } from '../features/http-requests/get-http-request-reach.op.ts';
import {
  compareHttpRequestVersion,
  getHttpRequestVersion,
  listHttpRequestVersions,
  listKeptHttpRequestVersions,
  nameHttpRequestVersion,
  restoreHttpRequestVersion,
} from '../features/http-requests/http-request-versions.op.ts';
import { listHttpRequests } from '../features/http-requests/list-http-requests.op.ts';
import { testHttpRequest } from '../features/http-requests/test-http-request.op.ts';
import { updateHttpRequest } from '../features/http-requests/update-http-request.op.ts';
import { dropDraft } from '../features/layouts/drafts/drop-draft.op.ts';
import { getDraft, getOwnDraft } from '../features/layouts/drafts/get-draft.op.ts';
import { listDrafts } from '../features/layouts/drafts/list-drafts.op.ts';
import { publishDraft } from '../features/layouts/drafts/publish-draft.op.ts';
import { putDraft } from '../features/layouts/drafts/put-draft.op.ts';
import { checkLayout } from '../features/layouts/layouts/check-layout.op.ts';
import { createLayout } from '../features/layouts/layouts/create-layout.op.ts';
import { deleteLayout } from '../features/layouts/layouts/delete-layout.op.ts';
import { duplicateLayout } from '../features/layouts/layouts/duplicate-layout.op.ts';
import { getCanvas } from '../features/layouts/layouts/get-canvas.op.ts';
import { getLayout } from '../features/layouts/layouts/get-layout.op.ts';
import { getLayoutVariables } from '../features/layouts/layouts/get-layout-variables.op.ts';
import {
  diffVersions,
  getVersion,
  listKeptVersions,
  listVersions,
  nameVersion,
  restoreVersion,
} from '../features/layouts/layouts/layout-versions.op.ts';
import { listLayouts } from '../features/layouts/layouts/list-layouts.op.ts';
import { previewLayout, previewUnsavedLayout } from '../features/layouts/layouts/preview-layout.op.ts';
import { updateAllLanguages } from '../features/layouts/layouts/update-all-languages.op.ts';
import { updateLayout } from '../features/layouts/layouts/update-layout.op.ts';
import { addPreset } from '../features/layouts/presets/add-preset.op.ts';
import { deletePreset } from '../features/layouts/presets/delete-preset.op.ts';
import { getPreset } from '../features/layouts/presets/get-preset.op.ts';
import { listPresets } from '../features/layouts/presets/list-presets.op.ts';
import {
  comparePresetVersion,
  getPresetVersion,
  listKeptPresetVersions,
  listPresetVersions,
  namePresetVersion,
  restorePresetVersion,
} from '../features/layouts/presets/preset-versions.op.ts';
import { updatePreset } from '../features/layouts/presets/update-preset.op.ts';
import {
  countLayoutRuns,
  getFileReach,
  getLayoutReach,
  getPresetReach,
} from '../features/layouts/reach/reach.op.ts';
import { connectRepository } from '../features/layouts/repository/connect-repository.op.ts';
import { disconnectRepository } from '../features/layouts/repository/disconnect-repository.op.ts';
import { getRepository, showRepository } from '../features/layouts/repository/get-repository.op.ts';
import {
  getRepositoryVersion,
  listRepositoryVersions,
  restoreRepositoryVersion,
} from '../features/layouts/repository/repository-versions.op.ts';
import { listLayoutRuns } from '../features/layouts/sent-variables/list-layout-runs.op.ts';
import { listStarterDesigns } from '../features/layouts/starter-designs/list-starter-designs.op.ts';
import { addLanguage } from '../features/layouts/translations/add-language.op.ts';
import { deleteTranslation } from '../features/layouts/translations/delete-translation.op.ts';
import { getTranslation } from '../features/layouts/translations/get-translation.op.ts';
import { getTranslationWork } from '../features/layouts/translations/get-translation-work.op.ts';
import { listTranslations } from '../features/layouts/translations/list-translations.op.ts';
import { promoteTranslation } from '../features/layouts/translations/promote-translation.op.ts';
import { putTranslation } from '../features/layouts/translations/put-translation.op.ts';
import { addFile } from '../features/library/files/add-file.op.ts';
import { deleteFile } from '../features/library/files/delete-file.op.ts';
import { endDeletedFileNow, listDeletedFiles } from '../features/library/files/deleted-files.op.ts';
import { listFiles } from '../features/library/files/list-files.op.ts';
import { getBrand } from '../features/library/settings/get-brand.op.ts';
import { getSettings } from '../features/library/settings/get-settings.op.ts';
import { setSettings } from '../features/library/settings/set-settings.op.ts';
import { getHistoryEntry } from '../features/records/history/get-history-entry.op.ts';
import { listHistory } from '../features/records/history/list-history.op.ts';
import { listHistoryConfigs } from '../features/records/history/list-history-configs.op.ts';
import { searchHistory } from '../features/records/history/search-history.op.ts';
import { getStats } from '../features/records/stats/get-stats.op.ts';
import { getLayoutSchema } from '../features/rendering/design/get-layout-schema.op.ts';
import {
  emptyCaptureMailbox,
  getCapturedMail,
  listCapturedEmails,
} from '../features/sending/capture/captured-mails.op.ts';
import { previewReplay } from '../features/sending/mail-steps/preview-replay.op.ts';
import { replayExecution } from '../features/sending/mail-steps/replay-execution.op.ts';
import { revealRecipients } from '../features/sending/mail-steps/reveal-recipients.op.ts';
import { sendTestMail, testMail } from '../features/sending/mail-steps/send-test-mail.op.ts';
import { beginMailboxConnection } from '../features/sending/mailboxes/begin-mailbox-connection.op.ts';
import { disconnectMailbox } from '../features/sending/mailboxes/disconnect-mailbox.op.ts';
import { finishMailboxConnection } from '../features/sending/mailboxes/finish-mailbox-connection.op.ts';
import { listMailboxProviders } from '../features/sending/mailboxes/list-mailbox-providers.op.ts';
import { checkSenderDomain } from '../features/sending/sender-domains/check-sender-domain.op.ts';
import { addSmtpSender } from '../features/sending/senders/add-smtp-sender.op.ts';
import { checkSmtpSender } from '../features/sending/senders/check-smtp-sender.op.ts';
import { createDkimKey } from '../features/sending/senders/create-dkim-key.op.ts';
import { deleteSmtpSender } from '../features/sending/senders/delete-smtp-sender.op.ts';
import { getSendingMode } from '../features/sending/senders/get-sending-mode.op.ts';
import { listMailboxes } from '../features/sending/senders/list-mailboxes.op.ts';
import { listSmtpSenders } from '../features/sending/senders/list-smtp-senders.op.ts';
import { setDefaultSender } from '../features/sending/senders/set-default-sender.op.ts';
import { updateSmtpSender } from '../features/sending/senders/update-smtp-sender.op.ts';
import { exportUnsubscribes } from '../features/sending/unsubscribes/export-unsubscribes.op.ts';
import {
  checkUnsubscribesImport,
  importUnsubscribes,
} from '../features/sending/unsubscribes/import-unsubscribes.op.ts';
import { listSuppressions, removeSuppression } from '../features/sending/unsubscribes/suppressions.op.ts';
import {
  addUnsubscribeByHand,
  listUnsubscribes,
  removeUnsubscribeByHand,
} from '../features/sending/unsubscribes/unsubscribes.op.ts';
import { deleteFromTrash, listTrash, restoreFromTrash } from '../features/trash/trash.op.ts';
import {
  createPlatformSecret,
  listPlatformSecrets,
} from '../features/workflow-platforms/platform-secrets/platform-secrets.op.ts';
import { connectShop, disconnectShop } from '../features/workflow-platforms/shopify/shop-connection.op.ts';
import type { AnyOperation } from '../kernel/operation.ts';

/**
 * The single list of operations. REST, tools, OpenAPI, documents, commands and inventory tests are derived
 * from it.
 */
export const operations: readonly AnyOperation[] = [
  getIndex,
  getMe,
  listLayouts,
  createLayout,
  duplicateLayout,
  getLayout,
  updateLayout,
  deleteLayout,
  previewLayout,
  previewUnsavedLayout,
  getLayoutVariables,
  getLayoutReach,
  checkLayout,
  listTranslations,
  getTranslation,
  putTranslation,
  deleteTranslation,
  promoteTranslation,
  listVersions,
  getVersion,
  restoreVersion,
  listDrafts,
  listRepositoryVersions,
  getRepositoryVersion,
  restoreRepositoryVersion,
  diffVersions,
  getLayoutSchema,
  getBrand,
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
  listHttpRequestVersions,
  getHttpRequestVersion,
  getHttpRequestReach,
  listHistory,
  getHistoryEntry,
  getStats,
  createStore,
  listLimits,
  showLimits,
  setLimits,
  setDefaultLimits,
  setAccountLimit,
  listStores,
  suspendStore,
  resumeStore,
  moveStore,
  deleteStore,
  listKeys,
  printKeys,
  createKey,
  revokeKey,
  setKeyLevel,
  setKeyAddresses,
  setKeyRecipientSearch,
  rotateKey,
  setSecret,
  setValueOfSecret,
  createSecret,
  describeSecret,
  permitSecret,
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
  getSendingMode,
  listCapturedEmails,
  getCapturedMail,
  emptyCaptureMailbox,
  sendTestMail,
  testMail,
  replayExecution,
  addFile,
  getFileReach,
  countLayoutRuns,
  listPresets,
  addPreset,
  getPreset,
  updatePreset,
  deletePreset,
  getPresetReach,
  listPresetVersions,
  getPresetVersion,
  comparePresetVersion,
  restorePresetVersion,
  listKeptVersions,
  nameVersion,
  listKeptPresetVersions,
  namePresetVersion,
  listKeptHttpRequestVersions,
  nameHttpRequestVersion,
  getSettings,
  setSettings,
  listUnsubscribes,
  addUnsubscribeByHand,
  removeUnsubscribeByHand,
  checkUnsubscribesImport,
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
  listUsers,
  suspendUser,
  resumeUser,
  deleteUser,
  resetPassword,
  removeSecondFactor,
  listAuditLog,
  exportAuditLog,
  exportSignIns,
  compareHttpRequestVersion,
  compareUnsavedHttpRequest,
  confirmHttpRequestCredentials,
  restoreHttpRequestVersion,
  listDeletedFiles,
  endDeletedFileNow,
  listTrash,
  restoreFromTrash,
  deleteFromTrash,
  listStarterDesigns,
  getCanvas,
  listLayoutRuns,
  updateAllLanguages,
  addLanguage,
  getTranslationWork,
  putDraft,
  getOwnDraft,
  dropDraft,
  getDraft,
  publishDraft,
  listHistoryConfigs,
  searchHistory,
  revealRecipients,
  previewReplay,
  listSuppressions,
  listAlerts,
  countOpenAlerts,
  getAlertChoices,
  setAlertChoices,
  getAlertWebhook,
  setAlertWebhook,
  deleteAlertWebhook,
  testAlertWebhook,
];
