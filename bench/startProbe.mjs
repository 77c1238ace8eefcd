/** `node --import ./bench/startProbe.mjs`: tells the parent, at each message, what the process has used so far. */
process.on('message', () => process.send({ cpu: process.cpuUsage(), memory: process.memoryUsage() }));
// Does not keep the process running.
process.channel.unref();
