/** Where a newcomer begins, and the commands by topic: what the empty channel and the list show. */

/** What an empty channel offers: a button's label, and the command that it sends as it stands. */
export const BEGINNINGS = [
  { label: "Play now", command: "game play" },
  { label: "Learn in ten minutes", command: "tutorial" },
  { label: "Open a table", command: "game new" },
];

/** Topics in the order in which they matter, each with whole commands or their first words. */
const TOPICS = [
  ["To begin with", ["game play", "tutorial", "game new", "help", "hand", "map", "standings"]],
  ["At play", ["do", "undo", "faction", "vote", "whatif"]],
  ["Your table", ["game", "games", "tables", "status", "mixes"]],
  ["Rules, cards, places", ["rules", "card", "place", "guide"]],
  ["What has happened", ["log", "digest", "replay", "profile", "leaderboard", "stats", "season"]],
  ["Kingmaker: march, ships", ["deploy", "answer", "move", "ship"]],
  ["Kingmaker: fight", ["attack", "siege", "odds", "ransom", "alliance"]],
  ["Kingmaker: Parliament, crown", ["parliament", "crown", "clergy", "kill-heir", "release-heir"]],
  ["Kingmaker: cards, deals", ["draw", "play", "deal", "transfer"]],
  ["Kingmaker: six families", ["recruit", "side"]],
  ["Lancaster", ["knight", "reward"]],
  ["Time, absence, pauses", ["away", "quiet", "pause", "resume", "agree", "order"]],
  ["For moderators", ["mod"]],
  ["This bot", ["about", "bug", "privacy", "forget"]],
];
const REST = "More";

const rankIn = (members, command) => {
  const whole = members.indexOf(command.name);
  return whole >= 0 ? whole : members.indexOf(command.root);
};

/**
 * Commands under their topics, each command once; a topic without any is left out.
 * @param {import("./commands.js").FlatCommand[]} commands
 * @returns {{title: string, commands: import("./commands.js").FlatCommand[]}[]}
 */
export function byTopic(commands) {
  const left = new Set(commands);
  const groups = TOPICS.map(([title, members]) => {
    const found = [...left]
      .filter((command) => rankIn(members, command) >= 0)
      .sort((a, b) => rankIn(members, a) - rankIn(members, b) || a.name.localeCompare(b.name));
    found.forEach((command) => left.delete(command));
    return { title, commands: found };
  });
  return [...groups, { title: REST, commands: [...left] }].filter((group) => group.commands.length);
}
