/** What the list of versions says of a version. */
export const summaries: Readonly<Record<string, string>> = {
  Created: 'Angelegt',
  'Saved without a change': 'Ohne Änderung gespeichert',
  'Restored version {version}': 'Version {version} wiederhergestellt',
  'Copied from {name}': 'Kopie von {name}',
  'Restored commit {sha}': 'Commit {sha} wiederhergestellt',
  'Brought back from the trash': 'Aus dem Papierkorb wiederhergestellt',
  'Confirmed the credentials for the new host': 'Zugangsdaten für den neuen Host bestätigt',
  'As it was before versions were kept': 'Stand vor der ersten gespeicherten Version',
};
