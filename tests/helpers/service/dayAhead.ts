/** Loaded into a process before anything else: its clock is a day ahead, until it gets SIGUSR2. */
const time = Date.now;
let ahead = 86_400_000;
Date.now = () => time() + ahead;
process.on('SIGUSR2', () => {
  ahead = 0;
});
