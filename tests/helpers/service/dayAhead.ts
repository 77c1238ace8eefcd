/** Preloaded into a process: sets its clock a day ahead until SIGUSR2. */
const time = Date.now;
let ahead = 86_400_000;
Date.now = () => time() + ahead;
process.on('SIGUSR2', () => {
  ahead = 0;
});
