/** Summaries in the list of versions. */
export const summaries: Readonly<Record<string, string>> = {
  Created: 'Angelegt',
  'Saved without changes': 'Ohne Änderung gespeichert',
  'Restored version {version}': 'Version {version} wiederhergestellt',
  'Copied from {name}': 'Kopie von {name}',
  'Restored commit {sha}': 'Commit {sha} wiederhergestellt',
  'Restored from the trash': 'Aus dem Papierkorb wiederhergestellt',
  // As stored by releases before 0.3.0.
  'Saved without a change': 'Ohne Änderung gespeichert',
  'Brought back from the trash': 'Aus dem Papierkorb wiederhergestellt',
  'Confirmed the credentials for the new host': 'Zugangsdaten für den neuen Host bestätigt',
  'As it was before versions were kept': 'Stand vor der ersten gespeicherten Version',
};
