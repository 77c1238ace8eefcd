/** “dailyScoresRoots” and “insert_scores_root” as words. */
export const spaced = (name: string): string =>
  name
    .replaceAll('_', ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase();
